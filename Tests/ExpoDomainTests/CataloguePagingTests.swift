import Testing

@testable import ExpoDomain

@Suite
struct CataloguePagingTests {
    /// Every third entry is a drum.
    private let catalogue = Catalogue((1...257).map { Exhibit(name: $0.isMultiple(of: 3) ? "북 \($0)" : "갓 \($0)") })

    private func numbers(search: String, limit: Int) throws -> [[Int]] {
        var pages: [[Int]] = []
        var after = 0
        while true {
            let page = try catalogue.page(search: search, after: after, limit: limit)
            pages.append(page.entries.map(\.number))
            guard let next = page.next else { return pages }
            try #require(next > after, "a cursor has to move on")
            after = next
        }
    }

    @Test(arguments: Catalogue.limits)
    func `shows every entry once and in order, whatever the page's size`(limit: Int) throws {
        let pages = try numbers(search: "", limit: limit)
        #expect(pages.flatMap(\.self) == Array(1...257))
        #expect(pages.dropLast().allSatisfy { $0.count == limit })
        #expect(pages.last?.isEmpty == false)
    }

    @Test(arguments: [1, 2, 5, 17, 85, 100])
    func `shows every entry found once and in order`(limit: Int) throws {
        let pages = try numbers(search: "북", limit: limit)
        #expect(pages.flatMap(\.self) == Array(stride(from: 3, through: 257, by: 3)))
        #expect(pages.dropLast().allSatisfy { $0.count == limit })
    }

    @Test
    func `holds twenty entries when nobody asks otherwise`() throws {
        let page = try catalogue.page()
        #expect(page.entries.map(\.number) == Array(1...20))
        #expect(page.next == 20)
    }

    @Test
    func `promises no next page when the last entry found fills this one`() throws {
        let page = try catalogue.page(search: "북", after: 252, limit: 1)
        #expect(page.entries.map(\.number) == [255])
        #expect(page.next == nil)
        #expect(try catalogue.page(after: 157, limit: 100).next == nil)
        #expect(try catalogue.page(after: 156, limit: 100).next == 256)
    }

    @Test(arguments: [257, 258, Int.max])
    func `is empty after the last entry`(after: Int) throws {
        let page = try catalogue.page(after: after)
        #expect(page.entries.isEmpty)
        #expect(page.next == nil)
    }

    @Test(arguments: [0, 101, -1, Int.max, Int.min])
    func `refuses a page of an impossible size`(limit: Int) {
        #expect(code { () throws(ExpoError) in _ = try catalogue.page(limit: limit) } == .limitOutOfRange)
    }

    @Test(arguments: [-1, Int.min])
    func `refuses to begin before the first entry`(after: Int) {
        #expect(code { () throws(ExpoError) in _ = try catalogue.page(after: after) } == .cursorOutOfRange)
    }
}
