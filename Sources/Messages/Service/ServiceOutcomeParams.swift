package import WireJSON

/// The params of `service.outcome`.
package struct ServiceOutcomeParams: RequestParams, Sendable, Hashable {
    /// The key of the write that is asked about, 1…128 bytes of UTF-8.
    package var idempotencyKey: String

    /// Creates params.
    package init(idempotencyKey: String) {
        self.idempotencyKey = idempotencyKey
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        idempotencyKey = reader.string("idempotencykey", longest: RequestMeta.longestIdempotencyKey)
    }

    /// Writes the params.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("idempotencykey", idempotencyKey)
        writer.endObject()
    }
}
