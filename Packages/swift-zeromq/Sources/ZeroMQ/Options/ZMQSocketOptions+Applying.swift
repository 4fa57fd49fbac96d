internal import CZMQ

extension ZMQSocketOptions {
    /// Sets every option on a new socket.
    func apply(to socket: SocketHandle, _ role: ZMQRole) throws(ZMQError) {
        try checkLimits()
        try applyQueues(to: socket, role)
        try applyConnections(to: socket)
        try applyNetwork(to: socket)
        try applyRole(to: socket, role)
    }

    private func checkLimits() throws(ZMQError) {
        guard maximumFrames >= 1 else {
            throw ZMQError(.invalidOption, "maximumFrames is \(maximumFrames); it must be at least 1")
        }
        guard maximumFrameBytes >= 1 else {
            throw ZMQError(.invalidOption, "maximumFrameBytes is \(maximumFrameBytes); it must be at least 1")
        }
        guard maximumMessageBytes >= 1 else {
            throw ZMQError(.invalidOption, "maximumMessageBytes is \(maximumMessageBytes); it must be at least 1")
        }
    }

    private func applyQueues(to socket: SocketHandle, _ role: ZMQRole) throws(ZMQError) {
        socket.backlog = try count(backlog, named: "backlog")
        socket.tcpBacklog = try count(tcpBacklog, named: "tcpBacklog")
        // 0 would mean "without limit": a slow peer could then use up the memory.
        try socket.set(ZMQ_SNDHWM, to: count(sendHighWaterMark, named: "sendHighWaterMark"))
        try socket.set(ZMQ_RCVHWM, to: count(receiveHighWaterMark, named: "receiveHighWaterMark"))
        try socket.set(ZMQ_MAXMSGSIZE, toInt64: Int64(maximumFrameBytes))
        socket.linger = try milliseconds(linger, named: "linger")
        try socket.set(ZMQ_LINGER, to: 0)
        if keepsOnlyLast {
            try require(role, for: "keepsOnlyLast", in: [.pub, .sub, .push, .pull, .dealer])
            // Before the socket is used for anything: each would be refused, but the first would be there.
            guard subscriptions.count <= 1 else { throw SocketHandle.secondSubscription }
            try socket.set(ZMQ_CONFLATE, to: 1)
        }
    }

    private func applyConnections(to socket: SocketHandle) throws(ZMQError) {
        try socket.set(ZMQ_HANDSHAKE_IVL, to: milliseconds(handshakeInterval, named: "handshakeInterval"))
        try socket.set(ZMQ_HEARTBEAT_IVL, to: milliseconds(heartbeatInterval, named: "heartbeatInterval"))
        try socket.set(ZMQ_HEARTBEAT_TIMEOUT, to: milliseconds(heartbeatTimeout, named: "heartbeatTimeout"))
        let timeToLive = try milliseconds(heartbeatTimeToLive, named: "heartbeatTimeToLive")
        guard timeToLive <= 6_553_000 else {
            throw ZMQError(.invalidOption, "heartbeatTimeToLive is \(heartbeatTimeToLive); at most 6553 s can be sent")
        }
        try socket.set(ZMQ_HEARTBEAT_TTL, to: timeToLive)
        try socket.set(ZMQ_CONNECT_TIMEOUT, to: milliseconds(connectTimeout, named: "connectTimeout"))
        try socket.set(ZMQ_RECONNECT_IVL, to: milliseconds(reconnectInterval, named: "reconnectInterval"))
        try socket.set(
            ZMQ_RECONNECT_IVL_MAX,
            to: milliseconds(maximumReconnectInterval, named: "maximumReconnectInterval")
        )
        try socket.set(ZMQ_IMMEDIATE, to: immediate ? 1 : 0)
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
            try Self.checkMetadata(name, value: value)
            try socket.set(CInt(CZMQ_METADATA), toBytes: "X-\(name):\(value)".utf8.span)
        }
    }

    private func applyNetwork(to socket: SocketHandle) throws(ZMQError) {
        // Seconds. A TCP peer that says nothing and is gone is noticed within a minute; what is connected by ipc always is.
        try socket.set(ZMQ_TCP_KEEPALIVE, to: 1)
        try socket.set(ZMQ_TCP_KEEPALIVE_IDLE, to: 30)
        try socket.set(ZMQ_TCP_KEEPALIVE_INTVL, to: 10)
        try socket.set(ZMQ_TCP_KEEPALIVE_CNT, to: 3)
        try socket.set(ZMQ_TCP_MAXRT, to: milliseconds(tcpRetransmissionTimeout, named: "tcpRetransmissionTimeout"))
        if let sendBufferBytes { try socket.set(ZMQ_SNDBUF, to: count(sendBufferBytes, named: "sendBufferBytes")) }
        if let receiveBufferBytes {
            try socket.set(ZMQ_RCVBUF, to: count(receiveBufferBytes, named: "receiveBufferBytes"))
        }
        guard (0...255).contains(typeOfService) else {
            throw ZMQError(.invalidOption, "typeOfService is \(typeOfService); it must be 0 to 255")
        }
        try socket.set(ZMQ_TOS, to: CInt(typeOfService))
        try socket.set(ZMQ_AFFINITY, toInt64: Int64(bitPattern: ioThreads))
    }

    private func applyRole(to socket: SocketHandle, _ role: ZMQRole) throws(ZMQError) {
        if let routingID = try chosenRoutingID() {
            try require(role, for: "routingID", in: [.request, .reply, .dealer, .router])
            try socket.set(ZMQ_ROUTING_ID, toBytes: routingID.span)
        }
        switch role {
        case .router:
            try socket.set(ZMQ_ROUTER_MANDATORY, to: 1)
            if takesOverRoutingIDs { try socket.set(ZMQ_ROUTER_HANDOVER, to: 1) }
        case .xpub:
            try socket.set(ZMQ_XPUB_VERBOSE, to: repeatsSubscriptions ? 1 : 0)
            if refusesWhenFull { try socket.set(ZMQ_XPUB_NODROP, to: 1) }
        case .request:
            try socket.set(ZMQ_REQ_CORRELATE, to: 1)
            try socket.set(ZMQ_REQ_RELAXED, to: 1)
        case .pub:
            if refusesWhenFull { try socket.set(ZMQ_XPUB_NODROP, to: 1) }
        default: break
        }
        if takesOverRoutingIDs { try require(role, for: "takesOverRoutingIDs", in: [.router]) }
        if refusesWhenFull { try require(role, for: "refusesWhenFull", in: [.pub, .xpub]) }
        if !repeatsSubscriptions { try require(role, for: "repeatsSubscriptions", in: [.xpub]) }
        if probesRouters {
            try require(role, for: "probesRouters", in: [.request, .dealer, .router])
            try socket.set(ZMQ_PROBE_ROUTER, to: 1)
        }
        if invertsMatching {
            try require(role, for: "invertsMatching", in: [.pub, .xpub, .sub])
            try socket.set(ZMQ_INVERT_MATCHING, to: 1)
        }
        if !welcomeMessage.isEmpty {
            try require(role, for: "welcomeMessage", in: [.pub, .xpub])
            try socket.set(ZMQ_XPUB_WELCOME_MSG, toBytes: welcomeMessage.span)
        }
        if !subscriptions.isEmpty {
            try require(role, for: "subscriptions", in: [.sub, .xsub])
            for topic in subscriptions { try subscribe(socket, role: role, to: topic) }
        }
    }

    private func subscribe(_ socket: SocketHandle, role: ZMQRole, to topic: [UInt8]) throws(ZMQError) {
        if role == .sub { return try socket.subscribe(topic) }
        // Kept until there is someone to send it to.
        try socket.send(ZMQSubscription(topic: topic, isSubscribed: true).message)
    }

    private func chosenRoutingID() throws(ZMQError) -> [UInt8]? {
        guard let routingID else { return choosesRoutingID ? Self.randomRoutingID() : nil }
        try Self.checkRoutingID(routingID)
        return routingID
    }

    static func checkRoutingID(_ routingID: [UInt8]) throws(ZMQError) {
        guard (1...255).contains(routingID.count), routingID[0] != 0 else {
            throw ZMQError(.invalidOption, "a routing id is 1 to 255 bytes of which the first is not 0")
        }
    }

    /// A name of RFC 37/ZMTP: letters, digits, `-`, `_`, `.`, `+`.
    private static func checkMetadata(_ name: String, value: String) throws(ZMQError) {
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "+"): true
            default: false
            }
        }
        guard isName, (1...253).contains(name.utf8.count), !value.utf8.contains(0), value.utf8.count <= 4_096 else {
            throw ZMQError(
                .invalidOption,
                "metadata \(name.debugDescription): a name is 1 to 253 letters, digits, '-', '_', '.', '+', a value at most 4096 bytes"
            )
        }
    }

    /// Does not begin with 0, as those that a ROUTER gives do.
    private static func randomRoutingID() -> [UInt8] {
        [UInt8.random(in: 1 ... .max)] + (0..<6).map { _ in UInt8.random(in: 0 ... .max) }
    }

    private func require(_ role: ZMQRole, for name: String, in roles: Set<ZMQRole>) throws(ZMQError) {
        guard roles.contains(role) else {
            throw ZMQError(.invalidOption, "\(name) means nothing to a \(role) socket")
        }
    }

    private func count(_ value: Int, named name: String) throws(ZMQError) -> CInt {
        guard value >= 1, let number = CInt(exactly: value) else {
            throw ZMQError(.invalidOption, "\(name) is \(value); it must be 1 to \(CInt.max)")
        }
        return number
    }

    private func milliseconds(_ duration: Duration, named name: String) throws(ZMQError) -> CInt {
        guard duration >= .zero, duration <= .milliseconds(CInt.max) else {
            throw ZMQError(.invalidOption, "\(name) is \(duration); it must be 0 to \(CInt.max) ms")
        }
        return CInt(duration.count(perSecond: 1_000, roundsUp: true))
    }
}
