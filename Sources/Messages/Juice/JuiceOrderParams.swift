public import WireJSON

/// The params of `juice.order`.
public struct JuiceOrderParams: RequestParams, Sendable, Hashable {
    /// The juice's key.
    public var juice: String
    /// How many glasses, 1…1000.
    public var quantity: Int

    /// Creates params.
    public init(juice: String, quantity: Int = 1) {
        self.juice = juice
        self.quantity = quantity
    }

    /// Reads the params.
    public init(from reader: inout ParamsReader) {
        juice = reader.string("juice")
        quantity = reader.integer("quantity", in: 1...1_000, absent: 1)
    }

    /// Writes the params.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("juice", juice)
        writer.member("quantity", quantity)
        writer.endObject()
    }
}
