public import WireJSON

/// The params of `juice.order.get`.
public struct JuiceOrderGetParams: RequestParams, Sendable, Hashable {
    /// The order's id.
    public var id: String

    /// Creates params.
    public init(id: String) {
        self.id = id
    }

    /// Reads the params.
    public init(from reader: inout ParamsReader) {
        id = reader.string("id", longest: 32)
    }

    /// Writes the params.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.endObject()
    }
}
