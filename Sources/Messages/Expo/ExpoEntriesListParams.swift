package import WireJSON

/// The params of `expo.entries.list`.
package struct ExpoEntriesListParams: RequestParams, Sendable, Hashable {
    /// The longest text to search for, in Unicode scalars.
    package static let longestSearch = 200

    /// What the entries must contain; an empty text is contained in all of them.
    package var search: String
    /// The cursor that the last page gave as `next`; `nil` for the first entries.
    package var after: String?
    /// How many to return, 1…100.
    package var limit: Int

    /// Creates params.
    package init(search: String = "", after: String? = nil, limit: Int = 20) {
        self.search = search
        self.after = after
        self.limit = limit
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        search = reader.searchText("search", longest: Self.longestSearch)
        after = reader.optionalString("after", longest: 32)
        limit = reader.integer("limit", in: 1...100, absent: 20)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if !search.isEmpty { writer.member("search", search) }
        if let after { writer.member("after", after) }
        writer.member("limit", limit)
        writer.endObject()
    }
}
