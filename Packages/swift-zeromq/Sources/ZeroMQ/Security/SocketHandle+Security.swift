internal import CZMQ

extension SocketHandle {
    /// What CURVE adds to a frame on its way: the nonce, the tag, the flags and the name of the command, rounded up.
    private static var curveOverhead: Int64 { 64 }
    /// The largest command of a CURVE handshake, INITIATE: 257 bytes and the peer's properties, rounded up.
    ///
    /// libzmq measures it by the limit for messages, and hangs up on a peer whose handshake is larger.
    private static var curveHandshake: Int64 { 384 }

    /// Sets what the next `bind` gives to its endpoint; endpoints that are bound keep what they have.
    ///
    /// - Throws: ``ZMQError`` with `insecureEndpoint` for TCP without a domain, or before there is an authenticator, and
    ///   with `invalidOption` for a local endpoint after a guarded one, or when the library does not do what was asked:
    ///   then nothing may be bound.
    func secure(_ endpoint: ZMQEndpoint, with security: ZMQServerSecurity) throws(ZMQError) {
        switch security {
        case .local:
            if case .tcp = endpoint {
                throw ZMQError(.insecureEndpoint, "\(endpoint) lets anybody in: TCP needs CURVE, or at least a domain")
            }
            // libzmq 4.3.4 cannot forget a domain: anyone who connects would be asked for a key, or be unknown.
            guard try domain().isEmpty else {
                throw ZMQError(.invalidOption, "\(endpoint) must be bound before the guarded endpoints of its socket")
            }
        case .unencrypted(let domain):
            try check(domain, for: endpoint)
            try setServer(nil, domain: domain)
        case .curve(let keys, let domain):
            try check(domain, for: endpoint)
            try setServer(keys, domain: domain)
        }
    }

    /// Sets what the next `connect` uses.
    func secure(_ security: ZMQClientSecurity) throws(ZMQError) {
        try set(ZMQ_CURVE_SERVER, to: 0)
        guard case .curve(let server, let client) = security else {
            try setFrameLimit(isEncrypted: false)
            return try require(ZMQ_MECHANISM, is: ZMQ_NULL)
        }
        try set(ZMQ_CURVE_SERVERKEY, toBytes: server.bytes.span)
        try set(ZMQ_CURVE_PUBLICKEY, toBytes: client.publicKey.bytes.span)
        try set(ZMQ_CURVE_SECRETKEY, toSecret: client.secretKey)
        try setFrameLimit(isEncrypted: true)
        try require(ZMQ_MECHANISM, is: ZMQ_CURVE)
        try require(ZMQ_CURVE_SERVER, is: 0)
    }

    private func check(_ domain: String, for endpoint: ZMQEndpoint) throws(ZMQError) {
        // With an empty domain libzmq asks nobody and lets everybody in, whatever else is set.
        guard (1...254).contains(domain.utf8.count), !domain.utf8.contains(where: { $0 < 2 }) else {
            throw ZMQError(.invalidOption, "a domain is 1 to 254 bytes without a NUL or a byte 1")
        }
        guard node.hasAuthenticator else {
            throw ZMQError(.insecureEndpoint, "\(endpoint) needs an authenticator, made before it is bound")
        }
    }

    private func setServer(_ keys: CurveKeyPair?, domain: String) throws(ZMQError) {
        if let keys {
            try set(ZMQ_CURVE_SECRETKEY, toSecret: keys.secretKey)
        }
        // Last of the keys, which make the socket a client.
        try set(ZMQ_CURVE_SERVER, to: keys == nil ? 0 : 1)
        let domain = isToldNames ? domain : domain + ZAPRequest.withoutName
        try set(ZMQ_ZAP_DOMAIN, toBytes: domain.utf8.span)
        try set(CInt(CZMQ_ZAP_ENFORCE_DOMAIN), to: 1)
        try setFrameLimit(isEncrypted: keys != nil)
        try require(ZMQ_MECHANISM, is: keys == nil ? ZMQ_NULL : ZMQ_CURVE)
        try require(ZMQ_CURVE_SERVER, is: keys == nil ? 0 : 1)
        try require(CInt(CZMQ_ZAP_ENFORCE_DOMAIN), is: 1)
        let present = try self.domain()
        guard present == domain else {
            throw ZMQError(
                .invalidOption,
                "libzmq took the domain \(domain.debugDescription) as \(present.debugDescription)"
            )
        }
    }

    private func domain() throws(ZMQError) -> String {
        try text(of: ZMQ_ZAP_DOMAIN, action: "read the domain")
    }

    /// The limit is for what a peer sends; encryption makes its frames larger, and has to be agreed on first.
    private func setFrameLimit(isEncrypted: Bool) throws(ZMQError) {
        let limit = Int64(maximumFrameBytes)
        guard isEncrypted else { return try set(ZMQ_MAXMSGSIZE, toInt64: limit) }
        let (larger, overflow) = limit.addingReportingOverflow(Self.curveOverhead)
        try set(ZMQ_MAXMSGSIZE, toInt64: overflow ? limit : max(larger, Self.curveHandshake))
    }

    /// Reads an option back: one that silently did not take effect would leave the door open.
    private func require(_ option: CInt, is expected: CInt) throws(ZMQError) {
        var value: CInt = 0
        try unsafe ZMQError.check(CZMQ_get_int(open(), option, &value), action: "read socket option \(option)")
        guard value == expected else {
            throw ZMQError(
                .invalidOption,
                "libzmq says \(value) for socket option \(option), which was set to \(expected)"
            )
        }
    }

    private func set(_ option: CInt, toSecret key: CurveSecretKey) throws(ZMQError) {
        let socket = try unsafe open()
        let result = unsafe key.memory.withBytes { unsafe CZMQ_set_bytes(socket, option, $0, Int(CZMQ_KEY_BYTES)) }
        try ZMQError.check(result, action: "set a secret key")
    }
}
