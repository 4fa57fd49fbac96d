public import WireJSON

/// One reply as a client reads it.
public struct Reply {
    /// The id of the request; `nil` when the service could not read one.
    public let id: RequestID?
    /// The result, or why there is none.
    public let outcome: Result<JSONNode, RPCError>
    /// Where it came from; `nil` when the service did not say.
    public let meta: ReplyMeta?

    /// Reads one reply object; `nil` when it is none.
    public init?(_ node: JSONNode) {
        guard node.kind == .object, let id = node["id"] else { return nil }
        self.id = RequestID(id)
        meta = node["meta"].flatMap { ReplyMeta($0) }
        if let result = node["result"] {
            outcome = .success(result)
        } else if let error = node["error"].flatMap({ RPCError($0) }) {
            outcome = .failure(error)
        } else {
            return nil
        }
    }

    /// Writes a reply that carries a result.
    ///
    /// - Parameters:
    ///   - result: The result, one complete JSON value.
    ///   - id: The request's id.
    ///   - meta: Where it comes from.
    ///   - writer: Where to write.
    public static func write(
        result: ArraySlice<UInt8>,
        id: RequestID,
        meta: ReplyMeta,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.name("id")
        id.write(to: &writer)
        writer.name("result")
        writer.raw(result)
        writer.name("meta")
        meta.write(to: &writer)
        writer.endObject()
    }

    /// Writes a reply that carries an error.
    ///
    /// - Parameters:
    ///   - error: What went wrong.
    ///   - id: The request's id; `nil` becomes `null`.
    ///   - isKeyed: Whether the request had an idempotency key, which makes an unknown outcome safe to retry.
    ///   - meta: Where it comes from.
    ///   - writer: Where to write.
    public static func write(
        error: RPCError,
        id: RequestID?,
        isKeyed: Bool,
        meta: ReplyMeta,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.name("id")
        if let id {
            id.write(to: &writer)
        } else {
            writer.null()
        }
        writer.name("error")
        error.write(isKeyed: isKeyed, to: &writer)
        writer.name("meta")
        meta.write(to: &writer)
        writer.endObject()
    }
}
