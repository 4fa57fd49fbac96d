public import ZeroMQ

/// Which way a message went, and the endpoint at the other end.
public enum MessageDirection: Sendable, Hashable {
    /// To a server.
    case sent(to: String)
    /// From a server.
    case received(from: String)
}

/// Sees messages on the wire, in their order, on the owner thread of the node.
public typealias MessageObserver = @Sendable (MessageDirection, ZMQMultipart) -> Void
