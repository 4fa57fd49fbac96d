internal import ZeroMQ

/// Counts the bytes of topics that each subscriber asks for, and says whom to leave.
///
/// libzmq keeps a node for every byte of every topic, and walks through all of them when one subscriber leaves.
struct SubscriptionCounts {
    private let perPeer: Int
    private let total: Int
    private var bytes: [ZMQConnection: Int] = [:]
    private var sum = 0
    /// What a topic counts beside its bytes: the shortest takes some work as well.
    private static var overhead: Int { 8 }

    /// - Parameters:
    ///   - perPeer: The bytes that one connection may ask for, cancelled topics included: a peer can cancel what it never
    ///     had, so taking those off would let it keep as many as it likes.
    ///   - total: The bytes that all connections may ask for.
    init(perPeer: Int, total: Int) {
        self.perPeer = perPeer
        self.total = total
    }

    /// Counts a subscription or the end of one, and returns the connections to end.
    mutating func add(_ topicBytes: Int, of connection: ZMQConnection) -> [ZMQConnection] {
        let cost = topicBytes + Self.overhead
        let known = bytes[connection, default: 0] + cost
        bytes[connection] = known
        sum += cost
        guard known <= perPeer else {
            forget(connection)
            return [connection]
        }
        return sum > total ? makeRoom() : []
    }

    private mutating func forget(_ connection: ZMQConnection) {
        sum -= bytes.removeValue(forKey: connection) ?? 0
    }

    /// Forgets those that are gone, and chooses those with most until a quarter of the room is free.
    private mutating func makeRoom() -> [ZMQConnection] {
        for connection in bytes.keys where connection.unreadBytes == nil { forget(connection) }
        guard sum > total else { return [] }
        var left: [ZMQConnection] = []
        for (connection, _) in bytes.sorted(by: { $0.value > $1.value }) {
            guard sum > total / 4 * 3 else { break }
            forget(connection)
            left.append(connection)
        }
        return left
    }
}
