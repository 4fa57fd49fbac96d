public import WireJSON

/// The params of `expo.image.get`.
public struct ExpoImageGetParams: RequestParams, Sendable, Hashable {
    /// The picture: an entry's `image_name`, or `poster`.
    public var imageName: String

    /// Creates params.
    public init(imageName: String) {
        self.imageName = imageName
    }

    /// Reads the params.
    public init(from reader: inout ParamsReader) {
        imageName = reader.string("image_name", longest: 100)
    }

    /// Writes the params.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image_name", imageName)
        writer.endObject()
    }
}
