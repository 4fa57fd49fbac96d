package import WireJSON

extension Message {
    /// Reads the params of a request, with every rule of its members.
    ///
    /// - Parameter params: The params; absent ones are an empty object.
    /// - Throws: ``RPCError`` `INVALID_PARAMS` with every violation.
    package init(params: JSONNode?) throws(RPCError) {
        var violations: [Violation] = []
        self.init(params: params, &violations)
        guard violations.isEmpty else { throw RPCError(violations: violations) }
    }
}
