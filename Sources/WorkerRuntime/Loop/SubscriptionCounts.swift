internal import ZeroMQ

/// Counts what each subscriber asks for, and says whom to leave.
///
/// libzmq keeps every topic of every subscriber, at about 35 times its size, and walks through all of them when one leaves.
struct SubscriptionCounts {
    private let perPeer: Int
    private let total: Int
    private var counts: [ZMQConnection: Int] = [:]
    private var count = 0

    /// - Parameters:
    ///   - perPeer: The most that one connection may ask for, cancelled topics included: a peer can cancel what it never
    ///     had, so taking those off would let it keep as many as it likes.
    ///   - total: The most that all connections may ask for.
    init(perPeer: Int, total: Int) {
        self.perPeer = perPeer
        self.total = total
    }

    /// Counts a subscription or the end of one, and returns the connections to end.
    mutating func add(_ connection: ZMQConnection) -> [ZMQConnection] {
        count += 1
        let wishes = counts[connection, default: 0] + 1
        counts[connection] = wishes
        guard wishes <= perPeer else {
            forget(connection)
            return [connection]
        }
        return count > total ? makeRoom() : []
    }

    private mutating func forget(_ connection: ZMQConnection) {
        count -= counts.removeValue(forKey: connection) ?? 0
    }

    /// Forgets those that are gone, and chooses those with most until a quarter of the room is free.
    private mutating func makeRoom() -> [ZMQConnection] {
        for connection in counts.keys where connection.unreadBytes == nil { forget(connection) }
        guard count > total else { return [] }
        var left: [ZMQConnection] = []
        for (connection, _) in counts.sorted(by: { $0.value > $1.value }) {
            guard count > total / 4 * 3 else { break }
            forget(connection)
            left.append(connection)
        }
        return left
    }
}
