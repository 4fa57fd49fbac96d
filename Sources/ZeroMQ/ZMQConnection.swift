internal import CZMQ

/// One connection of a peer, as the system knows it.
///
/// libzmq ends no connection on request, and does not say whether a peer reads; the system does both. A connection may be
/// over at any moment and its descriptor be that of another, so the number that the system gave the socket is compared each
/// time; a process that is unlucky in the microsecond between ends another peer's connection, which makes a new one.
public struct ZMQConnection: Sendable, Hashable {
    private let descriptor: CInt
    private let number: UInt64

    /// Takes note of a connection.
    ///
    /// - Parameter descriptor: Its socket.
    /// - Returns: `nil` when that is not, or no longer, the socket of a connection.
    public init?(descriptor: CInt) {
        guard let number = Self.number(of: descriptor) else { return nil }
        self.descriptor = descriptor
        self.number = number
    }

    /// The bytes sent to the peer which it, or over TCP its system, has not taken yet; `nil` when the connection is over.
    ///
    /// What libzmq still holds is not among them, but it holds nothing for longer than a moment when there are none.
    public var unreadBytes: Int? {
        guard isCurrent else { return nil }
        let bytes = CZMQ_connection_unread(descriptor)
        return bytes < 0 ? nil : Int(bytes)
    }

    /// The bytes that have come over a TCP connection since it was made; `nil` for any other, and when it is over.
    public var receivedBytes: Int? {
        guard isCurrent else { return nil }
        let bytes = CZMQ_connection_received(descriptor)
        return bytes < 0 ? nil : Int(bytes)
    }

    /// Ends the connection and with it what waits for the peer; does nothing when it is over.
    public func hangUp() {
        guard isCurrent else { return }
        _ = CZMQ_connection_end(descriptor)
    }

    private var isCurrent: Bool { Self.number(of: descriptor) == number }

    private static func number(of descriptor: CInt) -> UInt64? {
        var number: UInt64 = 0
        guard unsafe CZMQ_connection_identify(descriptor, &number) == 0 else { return nil }
        return number
    }
}
