package import WireJSON

/// One picture of a product: an element of its `images`.
package struct MarketImage: Sendable, Hashable, JSONWritable {
    /// Its number.
    package var id: Int
    /// The reference of the picture as it was given.
    package var url: String
    /// The reference of its thumbnail.
    package var thumbnailURL: String
    /// When it was given: `yyyy-MM-dd'T'HH:mm:ss` in UTC.
    package var issuedAt: String

    /// Creates a picture's description with the references that belong to its number.
    package init(id: Int, issuedAt: String) {
        self.id = id
        url = MarketImageReference(id: id).description
        thumbnailURL = MarketImageReference(id: id, isThumbnail: true).description
        self.issuedAt = issuedAt
    }

    /// Reads a picture's description; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer, let url = node["url"]?.string,
            let thumbnailURL = node["thumbnail_url"]?.string
        else { return nil }
        self.id = id
        self.url = url
        self.thumbnailURL = thumbnailURL
        issuedAt = node["issued_at"]?.string ?? ""
    }

    /// Writes the description.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("url", url)
        writer.member("thumbnail_url", thumbnailURL)
        writer.member("issued_at", issuedAt)
        writer.endObject()
    }
}
