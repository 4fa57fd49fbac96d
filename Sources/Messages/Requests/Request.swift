package import WireJSON

/// One JSON-RPC request whose envelope is sound; its method may still be unknown and its params wrong.
package struct Request {
    /// The id to echo; `nil` for a notification, which is never answered.
    package let id: RequestID?
    /// The method, such as `juice.order`.
    package let method: String
    /// The params, an object; `nil` when absent.
    package let params: JSONNode?
    /// What the request says about itself.
    package let meta: RequestMeta

    /// A request that is no request: what to answer, and under which id.
    package struct Refusal: Error {
        /// The id to answer under; `nil` is `null` on the wire.
        package let id: RequestID?
        /// What is wrong.
        package let error: RPCError
    }

    private static let names = JSONNames("jsonrpc", "id", "method", "params", "meta")

    /// Reads one request object.
    ///
    /// - Throws: ``Refusal`` with `INVALID_REQUEST`; it carries the id whenever that could be read.
    package init(_ node: JSONNode) throws(Refusal) {
        guard node.kind == .object else { throw Self.refusal(nil, "a request must be an object") }
        let members = node.members(Self.names)
        var id: RequestID?
        if let member = members[1] {
            guard let known = RequestID(member) else { throw Self.refusal(nil, "id must be a string or an integer") }
            id = known
        }
        guard members.isString(0, "2.0") else { throw Self.refusal(id, "jsonrpc must be \"2.0\"") }
        guard let method = members.string(2) else { throw Self.refusal(id, "method must be a string") }
        let params = members[3]
        if let params {
            guard params.kind == .object else { throw Self.refusal(id, "params must be an object") }
        }
        do {
            meta = try members[4].map { member throws(RPCError) in try RequestMeta(member) } ?? RequestMeta()
        } catch {
            throw Refusal(id: id, error: error)
        }
        self.id = id
        self.method = method
        self.params = params
    }

    private static func refusal(_ id: RequestID?, _ detail: String) -> Refusal {
        Refusal(id: id, error: RPCError(.invalidRequest, detail))
    }
}
