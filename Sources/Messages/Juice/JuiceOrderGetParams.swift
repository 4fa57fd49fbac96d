package import WireJSON

/// The params of `juice.order.get`.
package struct JuiceOrderGetParams: RequestParams, Sendable, Hashable {
    /// The order's id.
    package var id: String

    /// Creates params.
    package init(id: String) {
        self.id = id
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        id = reader.string("id", longest: 32)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.endObject()
    }
}
