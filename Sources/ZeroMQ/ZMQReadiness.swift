internal import CZMQ

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
    init(_ ready: SocketTable.Ready) {
        self = []
        if ready.isReadable { insert(.readable) }
        if ready.isWritable { insert(.writable) }
    }

    var events: CInt { (contains(.readable) ? ZMQ_POLLIN : 0) | (contains(.writable) ? ZMQ_POLLOUT : 0) }
}

/// The name of one watched descriptor, by which the watch is changed and ended.
public struct ZMQWatch: Sendable, Hashable {
    let id: Int
}
