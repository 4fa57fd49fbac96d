package import WireJSON

/// The params of `market.vendors.list`.
package struct MarketVendorsListParams: RequestParams, Sendable, Hashable {
    /// The cursor that the last page gave as `next`; `nil` for the newest vendors.
    package var after: String?
    /// How many to return, 1…100.
    package var limit: Int

    /// Creates params.
    package init(after: String? = nil, limit: Int = 20) {
        self.after = after
        self.limit = limit
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        after = reader.optionalString("after", longest: 32)
        limit = reader.integer("limit", in: 1...100, absent: 20)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let after { writer.member("after", after) }
        writer.member("limit", limit)
        writer.endObject()
    }
}
