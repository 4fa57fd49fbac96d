internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import WorkerClient

/// What changes nothing.
extension OpenMarketRoutes {
    static func health(_ call: OpenMarketCall) async throws -> Response {
        let answer = try await call.call(MarketMethod.health, with: nil)
        var headers = call.headers(of: answer)
        headers[.cacheControl] = "no-store"
        return OpenMarketCall.response(.ok, headers: headers, body: answer.reply.result)
    }

    static func list(_ call: OpenMarketCall) async throws -> Response {
        let query = try call.request.query
        var params = MarketProductsListParams()
        if let number = try number("page_no", in: query) { params.pageNo = number }
        if let number = try number("items_per_page", in: query) {
            guard (1...LargePage.maxItems).contains(number) else {
                let detail = "items_per_page has to be 1 to \(LargePage.maxItems)"
                throw Problem(
                    RPCError(violations: [Violation(path: ["items_per_page"], reason: .range, detail: detail)])
                )
            }
            params.itemsPerPage = number
        }
        params.searchValue = query["search_value"]
        if let held = OpenMarketTag(held: call.request.headers, for: call.generation)?.revision,
            (1...MarketProductsListParams.ifRevisionMaxLength).contains(held.utf8.count)
        {
            params.ifRevision = held
        }
        let (answer, result) = try await LargePage.read(params) { params in
            let answer = try await call.call(MarketMethod.productsList, with: params.jsonBytes)
            guard let node = try? OpenMarketCall.node(of: answer.reply), let result = MarketProductsListResult(node)
            else { throw OpenMarketCall.unreadable(answer.call) }
            return (answer, result)
        }
        var headers = call.headers(of: answer)
        switch result {
        case .notModified(let revision):
            headers[.eTag] = OpenMarketTag(revision, for: call.generation).description
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        case .page(let page):
            headers[.eTag] = OpenMarketTag(page.revision, for: call.generation).description
            return OpenMarketCall.response(.ok, headers: headers, body: call.writer.page(page))
        }
    }

    private static func number(_ name: String, in query: FormFields) throws(Problem) -> Int? {
        let text = query[name]
        guard !text.isEmpty else { return nil }
        if let number = Int(text) { return number }
        let violation = Violation(path: [name], reason: .type, detail: "\(name) has to be an integer")
        throw Problem(RPCError(violations: [violation]))
    }

    static func product(_ call: OpenMarketCall) async throws -> Response {
        let params = MarketProductsGetParams(id: try call.id()).jsonBytes
        return try call.response(try await call.call(MarketMethod.productsGet, with: params))
    }

    static func picture(_ call: OpenMarketCall, isThumbnail: Bool = false) async throws -> Response {
        let reference = MarketImageReference(id: try call.id(), isThumbnail: isThumbnail)
        // An address from before addresses had one is as good as ever, but for keeping.
        let hash = try call.request.query.first("hash")
        let params = MarketImagesGetParams(reference: reference, hash: hash).jsonBytes
        let answer = try await call.call(MarketMethod.imagesGet, with: params)
        let caller = call.context.caller
        return try WebReply.picture(answer.reply, of: answer.call, to: call.request, by: caller, isByHash: hash != nil)
    }
}
