package import WireJSON

/// One reply as a client reads it.
package struct Reply {
    /// The id of the request; `nil` when the service could not read one.
    package let id: RequestID?
    /// The result, or why there is none.
    package let outcome: Result<JSONNode, RPCError>
    /// Where it came from; `nil` when the service did not say.
    package let meta: ReplyMeta?

    /// Reads one reply object; `nil` when it is none.
    package init?(_ node: JSONNode) {
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
}

/// Where a reply comes from, and the stream position at which it is true.
package struct ReplyMeta: Sendable, Hashable, JSONWritable {
    /// The service, such as `/juice-service`.
    package var source: String
    /// The life of the stream; `nil` for a service without one.
    package var epoch: String?
    /// The stream position at which the result is true; for a write, its last event.
    package var sequence: Int?
    /// Whether this is the stored result of an earlier request with the same key.
    package var isReplayed: Bool

    package init(source: String, epoch: String? = nil, sequence: Int? = nil, isReplayed: Bool = false) {
        self.source = source
        self.epoch = epoch
        self.sequence = sequence
        self.isReplayed = isReplayed
    }

    /// Reads the `meta` member of a reply; `nil` when it names no source.
    package init?(_ node: JSONNode) {
        guard let source = node["source"]?.string else { return nil }
        self.init(
            source: source,
            epoch: node["epoch"]?.string,
            sequence: node["sequence"]?.integer,
            isReplayed: node["replayed"]?.boolean ?? false
        )
    }

    /// Writes the members that are set; `replayed` only when true.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("source", source)
        if let epoch { writer.member("epoch", epoch) }
        if let sequence { writer.member("sequence", sequence) }
        if isReplayed { writer.member("replayed", true) }
        writer.endObject()
    }
}
