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
