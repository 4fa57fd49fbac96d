internal import CZMQ

extension SocketHandle {
    func bind(_ endpoint: ZMQEndpoint) throws(ZMQError) -> ZMQEndpoint {
        let endpoint = try endpoint.validated()
        let socket = try unsafe open()
        try allowIPv6(for: endpoint)
        try unsafe ZMQError.check(CZMQ_bind(socket, endpoint.description), "bind \(endpoint)")
        guard endpoint.isWildcard else { return endpoint }
        return try ZMQEndpoint(parsing: lastEndpoint())
    }

    func unbind(_ endpoint: ZMQEndpoint) throws(ZMQError) {
        let endpoint = try endpoint.validated()
        try unsafe ZMQError.check(CZMQ_unbind(open(), endpoint.description), "unbind \(endpoint)")
    }

    func connect(_ endpoint: ZMQEndpoint) throws(ZMQError) {
        let endpoint = try endpoint.validatedForConnecting()
        let socket = try unsafe open()
        try allowIPv6(for: endpoint)
        try unsafe ZMQError.check(CZMQ_connect(socket, endpoint.description), "connect \(endpoint)")
    }

    func disconnect(_ endpoint: ZMQEndpoint) throws(ZMQError) {
        let endpoint = try endpoint.validatedForConnecting()
        try unsafe ZMQError.check(CZMQ_disconnect(open(), endpoint.description), "disconnect \(endpoint)")
    }

    /// Only for an IPv6 address: with the option on, `*` would listen on IPv6 too.
    private func allowIPv6(for endpoint: ZMQEndpoint) throws(ZMQError) {
        try set(ZMQ_IPV6, to: endpoint.isIPv6 ? 1 : 0)
    }

    /// What the socket was bound to last, with the port that the system chose.
    private func lastEndpoint() throws(ZMQError) -> String {
        let socket = try unsafe open()
        // "tcp://[" + 45 bytes of address + "]:65535" and a NUL fit well.
        let capacity = 256
        var result: CInt = 0
        let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            guard let base = buffer.baseAddress else { return "" }
            unsafe result = CZMQ_get_text(socket, ZMQ_LAST_ENDPOINT, base, capacity)
            return result < 0 ? "" : unsafe String(cString: base)
        }
        try ZMQError.check(result, "read the bound endpoint")
        return text
    }
}
