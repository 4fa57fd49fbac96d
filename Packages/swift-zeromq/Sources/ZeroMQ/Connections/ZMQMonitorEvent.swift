/// Something that happened to a connection of a monitored socket.
public struct ZMQMonitorEvent: Sendable, Hashable {
    /// What happened.
    public enum Kind: Sendable, Hashable {
        /// A connection was made; the handshake follows. The value is its file descriptor.
        case connected
        /// A connection attempt is in progress.
        case connectDelayed
        /// A connection attempt failed and will be repeated. The value is the pause in milliseconds.
        case connectRetried
        /// The socket is bound. The value is the listening file descriptor.
        case listening
        /// A peer connected; the handshake follows. The value is its file descriptor.
        case accepted
        /// A peer could not be accepted. The value is the errno; EMFILE means that no file descriptor is left.
        case acceptFailed
        /// A connection or a listening socket was closed on this side. The value is its file descriptor.
        case closed
        /// The connection ended: by the peer, the network, or a breach of the protocol or its limits.
        case disconnected
        /// The peer speaks the protocol and was let in: messages can flow.
        case handshakeSucceeded
        /// The handshake failed.
        case handshakeFailed(ZMQHandshakeFailure)
        /// Another event of libzmq, by its number.
        case other(Int)
    }

    /// What happened.
    public let kind: Kind
    /// The endpoint it happened to, as libzmq writes it.
    public let endpoint: String
    /// A number whose meaning depends on the kind.
    public let value: Int
}

/// Why a handshake failed.
public enum ZMQHandshakeFailure: Sendable, Hashable {
    /// The connection ended or took too long, with this errno.
    case interrupted(errno: Int)
    /// The peer broke the protocol, with this `ZMQ_PROTOCOL_ERROR_…` number.
    case protocolError(Int)
    /// The peer was not let in, with this ZAP status: 300, 400 or 500.
    case refused(status: Int)

    /// The number of a protocol error: the two sides do not speak the same mechanism, as CURVE and none.
    public static var otherMechanism: Int { 0x1100_0002 }
    /// The number of a protocol error: the peer encrypted for someone else, as for another server's key.
    public static var undecipherable: Int { 0x1100_0001 }
}
