// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.

/// The params of `expo.entries.list`.
package struct ExpoEntriesListParams: SuiteMessage {
    /// The longest `search`, in Unicode scalars.
    package static let searchMaxLength = 200

    package var search: String = ""
    package var after: String?
    package var limit: Int = 20

    package init() {}
    package init(search: String = "", after: String? = nil, limit: Int = 20) {
        self.search = search
        self.after = after
        self.limit = limit
    }

    package mutating func members(_ members: inout Members) {
        members.search("search", &search, characters: 0...Self.searchMaxLength, "Only entries that contain it.")
        members("after", &after, .text(bytes: 1...32), "The next of the page before; absent: from the beginning.")
        members("limit", &limit, .integer(in: 1...100), "At most this many.", need: .optional)
    }
}

/// The params of `expo.image.get`.
package struct ExpoImageGetParams: SuiteMessage {
    package var imageName: String = ""

    package init() {}
    package init(imageName: String) { self.imageName = imageName }

    package mutating func members(_ members: inout Members) {
        members(
            "image_name",
            &imageName,
            .text(bytes: 1...100),
            "An entry's image_name, or poster for the exposition's own; at most 100 bytes."
        )
    }
}
