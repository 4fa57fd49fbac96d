import ZeroMQ

@testable import WorkerRuntime

/// A table and the connections that it was told of, which stay open.
final class ConnectionCrowd {
    /// Nanoseconds that a handshake may take.
    static let handshake: UInt64 = 1_000

    var table: ConnectionTable
    private(set) var pairs: [SocketPair] = []
    var now: UInt64 = 0

    init(
        new: Int = 100,
        silent: Int = 100,
        established: Int = 100,
        perOwner: Int = 100,
        rate: ConnectionRate = ConnectionRate(),
        topicBytesPerConnection: Int = .max,
        topicBytes: Int = .max
    ) {
        table = ConnectionTable(
            ConnectionLimits(
                new: new,
                silent: silent,
                established: established,
                perOwner: perOwner,
                handshake: Self.handshake,
                rate: rate,
                topicBytesPerConnection: topicBytesPerConnection,
                topicBytes: topicBytes
            )
        )
    }

    /// Connects; the numbers are those of the connections to end, in the order of their making.
    func accept(_ owner: ConnectionOwner?, over transport: ConnectionTable.Transport = .ipc) throws -> [Int] {
        let pair = try SocketPair()
        pairs.append(pair)
        return numbers(table.accepted(pair.connection, over: transport, of: owner, at: now))
    }

    func hear(_ number: Int, from peer: ZMQPeer? = nil) -> [Int] {
        numbers(table.heard(pairs[number].connection, from: peer))
    }

    /// Connects and says something.
    func establish(_ owner: ConnectionOwner, over transport: ConnectionTable.Transport = .ipc) throws -> [Int] {
        let ended = try accept(owner, over: transport)
        return ended + hear(pairs.count - 1)
    }

    /// Asks for a topic of two bytes, which counts ten.
    func ask(_ number: Int) -> [Int] {
        numbers(table.asked(forTopicOf: 2, over: pairs[number].connection))
    }

    func end(_ number: Int) {
        table.ended(pairs[number].connection.descriptor)
    }

    private func numbers(_ connections: [ZMQConnection]) -> [Int] {
        connections.compactMap { connection in pairs.firstIndex { $0.connection == connection } }
    }
}
