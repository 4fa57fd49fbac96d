internal import CZMQ

extension SocketHandle {
    func bind(_ endpoint: ZMQEndpoint, security: ZMQServerSecurity) throws(ZMQError) -> ZMQEndpoint {
        let endpoint = try endpoint.validated()
        let socket = try unsafe open()
        try secure(endpoint, with: security)
        try allowIPv6(for: endpoint)
        let isTCP = if case .tcp = endpoint { true } else { false }
        try set(ZMQ_BACKLOG, to: isTCP ? tcpBacklog : backlog)
        // libzmq removes whatever has the name of a socket that it makes.
        try endpoint.requireNoOtherFile()
        try unsafe ZMQError.check(CZMQ_bind(socket, endpoint.description), action: "bind \(endpoint)")
        guard endpoint.isWildcard else { return endpoint }
        // The last one bound, with the port that the system chose.
        return try ZMQEndpoint(parsing: text(of: ZMQ_LAST_ENDPOINT, action: "read the bound endpoint"))
    }

    func unbind(_ endpoint: ZMQEndpoint) throws(ZMQError) {
        let endpoint = try endpoint.validated()
        try unsafe ZMQError.check(CZMQ_unbind(open(), endpoint.description), action: "unbind \(endpoint)")
    }

    func connect(_ endpoint: ZMQEndpoint, security: ZMQClientSecurity) throws(ZMQError) {
        let endpoint = try endpoint.validatedForConnecting()
        let socket = try unsafe open()
        try secure(security)
        try allowIPv6(for: endpoint)
        try unsafe ZMQError.check(CZMQ_connect(socket, endpoint.description), action: "connect \(endpoint)")
    }

    func disconnect(_ endpoint: ZMQEndpoint) throws(ZMQError) {
        let endpoint = try endpoint.validatedForConnecting()
        try unsafe ZMQError.check(CZMQ_disconnect(open(), endpoint.description), action: "disconnect \(endpoint)")
    }

    /// Only for an IPv6 address: with the option on, `*` would listen on IPv6 too.
    private func allowIPv6(for endpoint: ZMQEndpoint) throws(ZMQError) {
        try set(ZMQ_IPV6, to: endpoint.isIPv6 ? 1 : 0)
    }
}
