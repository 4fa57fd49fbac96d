import MarketDomain
import Testing

@Suite struct ListPageTests {
    /// total, size, page; offset, last page, next, previous, entries.
    private struct Row: Sendable {
        let total: Int, size: Int, page: Int
        let offset: Int, last: Int, next: Bool, previous: Bool, entries: Range<Int>

        init(_ list: (Int, Int, Int), _ offset: Int, _ last: Int, _ next: Bool, _ previous: Bool, _ entries: Range<Int>)
        {
            (total, size, page) = list
            (self.offset, self.last, self.next, self.previous, self.entries) = (offset, last, next, previous, entries)
        }
    }

    private static let rows = [
        Row((0, 10, 1), 0, 0, false, false, 0..<0),
        Row((0, 10, 2), 10, 0, false, false, 0..<0),
        Row((0, 1, 1), 0, 0, false, false, 0..<0),
        Row((1, 1, 1), 0, 1, false, false, 0..<1),
        Row((1, 10, 1), 0, 1, false, false, 0..<1),
        Row((1, 10, 2), 10, 1, false, true, 1..<1),
        Row((10, 10, 1), 0, 1, false, false, 0..<10),
        Row((10, 10, 2), 10, 1, false, true, 10..<10),
        Row((10, 1, 10), 9, 10, false, true, 9..<10),
        Row((11, 10, 1), 0, 2, true, false, 0..<10),
        Row((11, 10, 2), 10, 2, false, true, 10..<11),
        Row((11, 10, 3), 20, 2, false, true, 11..<11),
        Row((116, 10, 11), 100, 12, true, true, 100..<110),
        Row((116, 10, 12), 110, 12, false, true, 110..<116),
        Row((116, 10, 13), 120, 12, false, true, 116..<116),
        Row((116, 100, 1), 0, 2, true, false, 0..<100),
        Row((116, 100, 2), 100, 2, false, true, 100..<116),
        Row((116, 1, 116), 115, 116, false, true, 115..<116),
        Row((116, 100, 1_000_000_000), 99_999_999_900, 2, false, true, 116..<116),
    ]

    @Test(arguments: rows.indices)
    func `says where it stands`(row: Int) {
        let row = Self.rows[row]
        let page = ListPage(pageNo: row.page, itemsPerPage: row.size, totalCount: row.total)
        #expect(page.offset == row.offset && page.limit == row.size)
        #expect(page.lastPage == row.last)
        #expect(page.hasNext == row.next)
        #expect(page.hasPrev == row.previous)
        #expect(page.entries == row.entries)
    }

    @Test(arguments: [1, 7, 10, 100], [0, 1, 99, 100, 101, 116])
    func `pages from the first to the last hold every entry once`(size: Int, total: Int) {
        var seen: [Int] = []
        var number = 1
        while true {
            let page = ListPage(pageNo: number, itemsPerPage: size, totalCount: total)
            seen += page.entries
            guard page.hasNext else {
                #expect(page.lastPage == (total == 0 ? 0 : number))
                break
            }
            number += 1
        }
        #expect(seen == Array(0..<total))
    }
}
