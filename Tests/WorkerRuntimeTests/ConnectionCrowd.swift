import ZeroMQ

@testable import PeerGuard

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

    private var topics: UInt64 = 0

    /// Asks for a topic of eight bytes that begins like none before it, which counts ten.
    func ask(_ number: Int) -> [Int] {
        topics += 1
        let topic = withUnsafeBytes(of: topics.littleEndian) { Array($0) }
        return numbers(table.asked(for: topic, over: pairs[number].connection))
    }

    /// The connections that leave, those that are ended at once, and where it is told.
    func ask(_ number: Int, for topic: String) -> (leaving: [Int], ended: [Int], told: [String]) {
        let verdict = table.asked(
            for: Array(topic.utf8),
            isJoin: topic.hasPrefix("~sync."),
            over: pairs[number].connection
        )
        return (
            numbers(verdict.leaving), numbers(verdict.ended),
            verdict.joinTopics.map { String(decoding: $0, as: UTF8.self) }
        )
    }

    private func numbers(_ verdict: TopicVerdict) -> [Int] { numbers(verdict.leaving + verdict.ended) }

    func end(_ number: Int) {
        table.ended(pairs[number].connection.descriptor)
    }

    private func numbers(_ connections: [ZMQConnection]) -> [Int] {
        connections.compactMap { connection in pairs.firstIndex { $0.connection == connection } }
    }
}
