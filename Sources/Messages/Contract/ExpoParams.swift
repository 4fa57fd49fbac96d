// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.

package import WireJSON

/// The params of `expo.entries.list`.
package struct ExpoEntriesListParams: RequestParams, Sendable, Hashable {
    /// The longest `search`, in Unicode scalars.
    package static let searchMaxLength = 200
    /// The longest `after`, in bytes of UTF-8.
    package static let afterMaxLength = 32
    /// What `limit` may be.
    package static let limitRange = 1...100

    /// Only entries that contain it.
    package var search: String
    /// The next of the page before; absent: from the beginning.
    package var after: String?
    /// At most this many.
    package var limit: Int

    package init(search: String = "", after: String? = nil, limit: Int = 20) {
        self.search = search
        self.after = after
        self.limit = limit
    }

    package init(from reader: inout ParamsReader) {
        search = reader.searchText("search", maxLength: Self.searchMaxLength)
        after = reader.optionalString("after", maxLength: Self.afterMaxLength)
        limit = reader.integer("limit", in: Self.limitRange, absent: 20)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if !search.isEmpty { writer.member("search", search) }
        if let after { writer.member("after", after) }
        writer.member("limit", limit)
        writer.endObject()
    }
}

/// The params of `expo.image.get`.
package struct ExpoImageGetParams: RequestParams, Sendable, Hashable {
    /// The longest `image_name`, in bytes of UTF-8.
    package static let imageNameMaxLength = 100

    /// An entry's image_name, or poster for the exposition's own; at most 100 bytes.
    package var imageName: String

    package init(imageName: String) {
        self.imageName = imageName
    }

    package init(from reader: inout ParamsReader) {
        imageName = reader.string("image_name", maxLength: Self.imageNameMaxLength)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image_name", imageName)
        writer.endObject()
    }
}
