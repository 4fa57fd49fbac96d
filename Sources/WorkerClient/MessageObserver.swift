internal import ZeroMQ

/// Which way a message went, and the endpoint at the other end.
package enum MessageDirection: Sendable, Hashable {
    /// To a service.
    case sent(to: String)
    /// From a service.
    case received(from: String)
}

/// Is told of messages on the wire: which way, and their frames.
package typealias MessageObserver = @Sendable (MessageDirection, [[UInt8]]) -> Void

extension ZMQMultipart {
    /// Copies of all frames.
    var frames: [[UInt8]] { (0..<count).map { frame($0) } }
}
