package import WireJSON

/// The result of `expo.image.get`: what the attachment frame behind it is.
package struct ExpoImage: Sendable, Hashable, JSONWritable {
    /// The picture that was asked for.
    package var imageName: String
    /// Its media type, such as `image/svg+xml`.
    package var mediaType: String
    /// Its bytes.
    package var size: Int
    /// Its SHA-256, 64 lower-case hexadecimal digits.
    package var sha256: String

    /// Creates the description of a picture.
    package init(imageName: String, mediaType: String, size: Int, sha256: String) {
        self.imageName = imageName
        self.mediaType = mediaType
        self.size = size
        self.sha256 = sha256
    }

    /// Reads the description; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let imageName = node["image_name"]?.string, let mediaType = node["media_type"]?.string,
            let size = node["size"]?.integer, let sha256 = node["sha256"]?.string
        else { return nil }
        self.init(imageName: imageName, mediaType: mediaType, size: size, sha256: sha256)
    }

    /// Writes the description.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image_name", imageName)
        writer.member("media_type", mediaType)
        writer.member("size", size)
        writer.member("sha256", sha256)
        writer.endObject()
    }
}
