package import WireJSON

/// Writes the replies of one service; what all of them say alike is put together once.
package struct ReplyWriter: Sendable {
    /// What follows the result or the error in every reply, up to the members that differ.
    private let origin: [UInt8]

    /// Begins to write for a service.
    ///
    /// - Parameters:
    ///   - source: The service, such as `/juice-service`.
    ///   - epoch: The life of its stream; `nil` for a service without one.
    package init(source: String, epoch: String? = nil) {
        // Without the bracket that closes it.
        origin = Array(",\"meta\":".utf8) + ReplyMeta(source: source, epoch: epoch).jsonBytes.dropLast()
    }

    /// Writes a reply that carries a result.
    ///
    /// - Parameters:
    ///   - result: The result, one complete JSON value.
    ///   - id: The request's id.
    ///   - sequence: The stream position at which the result is true; `nil` for a service without a stream.
    ///   - isReplayed: Whether this is the stored result of an earlier request with the same key.
    ///   - writer: Where to write.
    package func write(
        result: ArraySlice<UInt8>,
        id: RequestID,
        sequence: Int? = nil,
        isReplayed: Bool = false,
        to writer: inout JSONWriter
    ) {
        begin(id, to: &writer)
        writer.verbatim(",\"result\":")
        writer.raw(result)
        end(sequence, isReplayed: isReplayed, to: &writer)
    }

    /// Writes a reply that carries an error.
    ///
    /// - Parameters:
    ///   - error: What went wrong.
    ///   - id: The request's id; `nil` becomes `null`.
    ///   - isKeyed: Whether the request had an idempotency key, which makes an unknown outcome safe to retry.
    ///   - sequence: The stream position at which the error is true; `nil` for a service without a stream.
    ///   - writer: Where to write.
    package func write(
        error: RPCError,
        id: RequestID?,
        isKeyed: Bool,
        sequence: Int? = nil,
        to writer: inout JSONWriter
    ) {
        begin(id, to: &writer)
        writer.verbatim(",\"error\":")
        error.write(isKeyed: isKeyed, to: &writer)
        end(sequence, isReplayed: false, to: &writer)
    }

    private func begin(_ id: RequestID?, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.verbatim("\"jsonrpc\":\"2.0\",\"id\":")
        if let id {
            id.write(to: &writer)
        } else {
            writer.null()
        }
    }

    private func end(_ sequence: Int?, isReplayed: Bool, to writer: inout JSONWriter) {
        writer.verbatim(origin)
        if let sequence {
            writer.verbatim(",\"sequence\":")
            writer.integer(sequence)
        }
        if isReplayed { writer.verbatim(",\"replayed\":true") }
        writer.verbatim("}")
        writer.endObject()
    }
}
