internal import CZMQ

extension ZMQSocketOptions {
    /// Sets every option on a new socket.
    func apply(to socket: SocketHandle) throws(ZMQError) {
        guard maximumFrames >= 1 else {
            throw ZMQError(.invalidOption, "maximumFrames is \(maximumFrames); it must be at least 1")
        }
        guard maximumFrameBytes >= 1 else {
            throw ZMQError(.invalidOption, "maximumFrameBytes is \(maximumFrameBytes); it must be at least 1")
        }
        guard maximumMessageBytes >= 1 else {
            throw ZMQError(.invalidOption, "maximumMessageBytes is \(maximumMessageBytes); it must be at least 1")
        }
        socket.backlog = try count(backlog, "backlog")
        socket.tcpBacklog = try count(tcpBacklog, "tcpBacklog")
        // 0 would mean "without limit": a slow peer could then use up the memory.
        try socket.set(ZMQ_SNDHWM, to: count(sendHighWaterMark, "sendHighWaterMark"))
        try socket.set(ZMQ_RCVHWM, to: count(receiveHighWaterMark, "receiveHighWaterMark"))
        try socket.set(ZMQ_MAXMSGSIZE, toInt64: Int64(maximumFrameBytes))
        socket.linger = try milliseconds(linger, "linger")
        try socket.set(ZMQ_LINGER, to: 0)
        try socket.set(ZMQ_HANDSHAKE_IVL, to: milliseconds(handshakeInterval, "handshakeInterval"))
        try socket.set(ZMQ_HEARTBEAT_IVL, to: milliseconds(heartbeatInterval, "heartbeatInterval"))
        try socket.set(ZMQ_HEARTBEAT_TIMEOUT, to: milliseconds(heartbeatTimeout, "heartbeatTimeout"))
        let timeToLive = try milliseconds(heartbeatTimeToLive, "heartbeatTimeToLive")
        guard timeToLive <= 6_553_000 else {
            throw ZMQError(.invalidOption, "heartbeatTimeToLive is \(heartbeatTimeToLive); at most 6553 s can be sent")
        }
        try socket.set(ZMQ_HEARTBEAT_TTL, to: timeToLive)
        // Seconds. A TCP peer that says nothing and is gone is noticed within a minute; what is connected by ipc always is.
        try socket.set(ZMQ_TCP_KEEPALIVE, to: 1)
        try socket.set(ZMQ_TCP_KEEPALIVE_IDLE, to: 30)
        try socket.set(ZMQ_TCP_KEEPALIVE_INTVL, to: 10)
        try socket.set(ZMQ_TCP_KEEPALIVE_CNT, to: 3)
        try socket.set(ZMQ_RECONNECT_IVL, to: milliseconds(reconnectInterval, "reconnectInterval"))
        try socket.set(ZMQ_RECONNECT_IVL_MAX, to: milliseconds(maximumReconnectInterval, "maximumReconnectInterval"))
        try socket.set(ZMQ_IMMEDIATE, to: immediate ? 1 : 0)
        if choosesRoutingID { try socket.set(ZMQ_ROUTING_ID, toBytes: Self.randomRoutingID().span) }
    }

    /// Does not begin with 0, as those that a ROUTER gives do.
    private static func randomRoutingID() -> [UInt8] {
        [UInt8.random(in: 1 ... .max)] + (0..<6).map { _ in UInt8.random(in: 0 ... .max) }
    }

    private func count(_ value: Int, _ name: String) throws(ZMQError) -> CInt {
        guard value >= 1, let number = CInt(exactly: value) else {
            throw ZMQError(.invalidOption, "\(name) is \(value); it must be 1 to \(CInt.max)")
        }
        return number
    }

    private func milliseconds(_ duration: Duration, _ name: String) throws(ZMQError) -> CInt {
        guard duration >= .zero, duration <= .milliseconds(CInt.max) else {
            throw ZMQError(.invalidOption, "\(name) is \(duration); it must be 0 to \(CInt.max) ms")
        }
        let (seconds, attoseconds) = duration.components
        let attosecondsPerMillisecond: Int64 = 1_000_000_000_000_000
        return CInt(seconds * 1000 + (attoseconds + attosecondsPerMillisecond - 1) / attosecondsPerMillisecond)
    }
}
