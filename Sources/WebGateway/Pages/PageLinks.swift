/// Links to the pages of the catalogue.
struct PageLinks {
    private static let shown = 7

    let search: String
    let isList: Bool

    /// The address of a page.
    func href(_ number: Int) -> String {
        var query: [String] = []
        if number > 1 { query.append("page_no=\(number)") }
        if !search.isEmpty { query.append("search_value=\(search.percentEncoded)") }
        if isList { query.append("view=list") }
        return query.isEmpty ? "/market" : "/market?" + query.joined(separator: "&")
    }

    /// The first page, the last, and those around one, with gaps between them: at most seven links.
    func around(_ present: Int, of last: Int) -> [[String: Any]] {
        guard last > 1 else { return [] }
        let middle: ClosedRange<Int>
        if last <= Self.shown {
            middle = 1...last
        } else {
            let start = min(max(2, present - 2), last - 5)
            middle = start...(start + 4)
        }
        var links: [[String: Any]] = []
        if middle.lowerBound > 1 { links.append(link(to: 1, from: present)) }
        if middle.lowerBound > 2 { links.append(["is_gap": true]) }
        links += middle.map { link(to: $0, from: present) }
        if middle.upperBound < last - 1 { links.append(["is_gap": true]) }
        if middle.upperBound < last { links.append(link(to: last, from: present)) }
        return links
    }

    private func link(to number: Int, from present: Int) -> [String: Any] {
        ["number": number, "href": href(number), "is_current": number == present]
    }
}
