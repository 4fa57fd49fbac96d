package import WireJSON

/// The params of `juice.order`.
package struct JuiceOrderParams: RequestParams, Sendable, Hashable {
    /// The juice's key.
    package var juice: String
    /// How many glasses, 1…1000.
    package var quantity: Int

    /// Creates params.
    package init(juice: String, quantity: Int = 1) {
        self.juice = juice
        self.quantity = quantity
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        juice = reader.string("juice")
        quantity = reader.integer("quantity", in: 1...1_000, absent: 1)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("juice", juice)
        writer.member("quantity", quantity)
        writer.endObject()
    }
}
