package import WireJSON

/// The params of `expo.image.get`.
package struct ExpoImageGetParams: RequestParams, Sendable, Hashable {
    /// The picture: an entry's `image_name`, or `poster`.
    package var imageName: String

    /// Creates params.
    package init(imageName: String) {
        self.imageName = imageName
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        imageName = reader.string("image_name", longest: 100)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image_name", imageName)
        writer.endObject()
    }
}
