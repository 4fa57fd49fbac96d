internal import CZMQ

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// What a descriptor can do without waiting.
public struct ZMQReadiness: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes a set of options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// There is something to read, or the other side has hung up.
    public static let readable = ZMQReadiness(rawValue: 1)
    /// Bytes can be written.
    public static let writable = ZMQReadiness(rawValue: 2)
}

extension ZMQReadiness {
    /// What a socket says it is ready for: `ZMQ_EVENTS` of zmq_getsockopt(3).
    init(socketEvents events: CInt) {
        self = []
        if events & ZMQ_POLLIN != 0 { insert(.readable) }
        if events & ZMQ_POLLOUT != 0 { insert(.writable) }
    }

    /// What poll(2) found.
    init(descriptorEvents events: CInt) {
        self = []
        if events & CInt(POLLIN) != 0 { insert(.readable) }
        if events & CInt(POLLOUT) != 0 { insert(.writable) }
    }

    /// What poll(2) is asked for.
    var descriptorEvents: CShort {
        CShort((contains(.readable) ? POLLIN : 0) | (contains(.writable) ? POLLOUT : 0))
    }
}

/// The name of one watched descriptor, by which the watch is changed and ended.
public struct ZMQWatch: Sendable, Hashable {
    let id: Int
}
