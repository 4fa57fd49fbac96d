public import WireJSON

/// The params of `service.outcome`.
public struct ServiceOutcomeParams: RequestParams, Sendable, Hashable {
    /// The key of the write that is asked about, 1…128 bytes of UTF-8.
    public var idempotencyKey: String

    /// Creates params.
    public init(idempotencyKey: String) {
        self.idempotencyKey = idempotencyKey
    }

    /// Reads the params.
    public init(from reader: inout ParamsReader) {
        idempotencyKey = reader.string("idempotencykey", longest: RequestMeta.longestIdempotencyKey)
    }

    /// Writes the params.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("idempotencykey", idempotencyKey)
        writer.endObject()
    }
}
