package import WireJSON

/// The result of `market.images.get`: what the attachment frame behind it is.
package struct MarketPicture: Sendable, Hashable, JSONWritable {
    /// The picture's number.
    package var id: Int
    /// Whether this is its thumbnail.
    package var isThumbnail: Bool
    /// The media type of the frame, such as `image/png`.
    package var mediaType: String
    /// How wide it is, in pixels.
    package var width: Int
    /// How high it is, in pixels.
    package var height: Int
    /// The bytes of the frame.
    package var size: Int
    /// The SHA-256 of the frame, 64 lower-case hexadecimal digits.
    package var sha256: String

    package init(
        id: Int,
        isThumbnail: Bool,
        mediaType: String,
        width: Int,
        height: Int,
        size: Int,
        sha256: String
    ) {
        self.id = id
        self.isThumbnail = isThumbnail
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.size = size
        self.sha256 = sha256
    }

    /// Reads the description; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer, let mediaType = node["media_type"]?.string,
            let width = node["width"]?.integer, let height = node["height"]?.integer,
            let size = node["size"]?.integer, let sha256 = node["sha256"]?.string
        else { return nil }
        let isThumbnail = node["thumbnail"]?.boolean ?? false
        self.init(
            id: id,
            isThumbnail: isThumbnail,
            mediaType: mediaType,
            width: width,
            height: height,
            size: size,
            sha256: sha256
        )
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("thumbnail", isThumbnail)
        writer.member("media_type", mediaType)
        writer.member("width", width)
        writer.member("height", height)
        writer.member("size", size)
        writer.member("sha256", sha256)
        writer.endObject()
    }
}
