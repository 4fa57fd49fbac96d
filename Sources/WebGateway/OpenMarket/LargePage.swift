internal import Messages

/// Pages of more products than a message of the market holds: clients ask for all that there are by one of 800.
enum LargePage {
    /// The most products of a page, as the server had it that these clients were written against.
    static let maxItems = 800
    /// The most that the market gives at once.
    private static let maxPart = 100
    /// The last page that it can be asked for.
    private static let maxPageNo = 1_000_000_000
    /// How often a page is read again that has changed while it was read.
    private static let attempts = 3

    /// Reads a page, in several parts where it is large.
    ///
    /// - Parameter part: Reads a page of at most ``maxPart`` products.
    /// - Returns: The answer to the first part, whose revision the whole has at least, and the result.
    /// - Throws: What `part` throws.
    static func read<Answer>(
        _ params: MarketProductsListParams,
        part: (MarketProductsListParams) async throws -> (Answer, MarketProductsListResult)
    ) async throws -> (Answer, MarketProductsListResult) {
        guard params.itemsPerPage > maxPart, (1...maxPageNo).contains(params.pageNo) else {
            var params = params
            params.itemsPerPage = min(params.itemsPerPage, maxPart)
            return try await part(params)
        }
        let offset = (params.pageNo - 1) * params.itemsPerPage
        let wanted = offset..<(offset + params.itemsPerPage)
        var left = attempts
        while true {
            left -= 1
            let (answer, pages) = try await parts(of: wanted, for: params, part: part)
            guard let pages, let first = pages.first else {
                return (answer, .notModified(revision: params.ifRevision ?? ""))
            }
            guard isWhole(pages) || left == 0 else { continue }
            return (answer, .page(page(params, of: pages, in: wanted, from: first)))
        }
    }

    /// The parts that hold what is wanted; `nil` when the caller has it already.
    private static func parts<Answer>(
        of wanted: Range<Int>,
        for params: MarketProductsListParams,
        part: (MarketProductsListParams) async throws -> (Answer, MarketProductsListResult)
    ) async throws -> (Answer, [MarketProductPage]?) {
        var params = params
        params.itemsPerPage = maxPart
        // Where nothing can be, the last page that can be asked for has nothing either.
        params.pageNo = min(wanted.lowerBound / maxPart + 1, maxPageNo)
        let (answer, result) = try await part(params)
        guard case .page(let first) = result else { return (answer, nil) }
        params.ifRevision = nil
        var pages = [first]
        while let page = pages.last, page.hasNext, page.offset + page.limit < wanted.upperBound {
            params.pageNo += 1
            guard case .page(let next) = try await part(params).1 else { break }
            pages.append(next)
        }
        return (answer, pages)
    }

    /// Whether no product that was there all the time is missing, or there twice: what came or went in between moves all that follow.
    private static func isWhole(_ pages: [MarketProductPage]) -> Bool {
        let ids = pages.flatMap { $0.pages.map(\.id) }
        return Set(pages.map(\.totalCount)).count == 1 && zip(ids, ids.dropFirst()).allSatisfy { $0 > $1 }
    }

    private static func page(
        _ params: MarketProductsListParams,
        of pages: [MarketProductPage],
        in wanted: Range<Int>,
        from first: MarketProductPage
    ) -> MarketProductPage {
        let products = pages.flatMap(\.pages).dropFirst(wanted.lowerBound - first.offset).prefix(wanted.count)
        let total = pages.last?.totalCount ?? first.totalCount
        let last = (total + wanted.count - 1) / wanted.count
        return MarketProductPage {
            $0.pageNo = params.pageNo
            $0.itemsPerPage = params.itemsPerPage
            $0.totalCount = total
            $0.offset = wanted.lowerBound
            $0.limit = wanted.count
            $0.lastPage = last
            $0.hasNext = params.pageNo < last
            $0.hasPrev = params.pageNo > 1 && last > 0
            $0.pages = Array(products)
            $0.revision = first.revision
        }
    }
}
