internal import CZMQ

/// One connection of a bound socket, as the system knows it.
///
/// libzmq ends no connection on request, and does not say whether a peer reads or who it is; the system does. libzmq names a
/// connection by its descriptor alone, which may belong to another by the time that is read. So a connection is noted once,
/// when the monitor has told of it, with the number that the system gives to no other socket, and everything compares it.
public struct ZMQConnection: Sendable, Hashable {
    /// Its socket, which may belong to another by now: see ``isCurrent``.
    public let descriptor: CInt
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

    /// Whether the descriptor still is this connection's.
    public var isCurrent: Bool { Self.number(of: descriptor) == number }

    /// Whether it came to an endpoint that is bound here, and is not another's by now.
    public func isAccepted(at endpoint: ZMQEndpoint) -> Bool {
        let result =
            switch endpoint {
            case .ipc(let path): unsafe CZMQ_connection_is_at(descriptor, path, 0)
            case .tcp(_, let port): CZMQ_connection_is_at(descriptor, nil, UInt16(truncatingIfNeeded: port))
            case .inproc: CInt(0)
            }
        return result == 1 && isCurrent
    }

    /// The process at the other end of an ipc connection, as it was when the connection was made; `nil` for any other.
    public var process: ZMQPeer.Process? {
        var (user, group, id): (UInt32, UInt32, Int32) = (0, 0, 0)
        guard unsafe CZMQ_connection_process(descriptor, &user, &group, &id) == 0 else { return nil }
        return ZMQPeer.Process(user: user, group: group, id: id)
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

    /// The bytes that have come and libzmq has not taken yet; `nil` when the connection is over.
    public var waitingBytes: Int? {
        guard isCurrent else { return nil }
        let bytes = CZMQ_connection_waiting(descriptor)
        return bytes < 0 ? nil : Int(bytes)
    }

    /// Ends the connection and with it what waits for the peer; does nothing when it is over.
    public func hangUp() {
        guard isCurrent else { return }
        _ = CZMQ_connection_end(descriptor)
    }

    private static func number(of descriptor: CInt) -> UInt64? {
        var number: UInt64 = 0
        guard unsafe CZMQ_connection_identify(descriptor, &number) == 0 else { return nil }
        return number
    }
}
