internal import ZeroMQ

/// Counts the bytes of topics that subscribers ask for, and says whom to disconnect.
///
/// libzmq keeps a node for every byte of every topic, and walks through all of them when one subscriber leaves.
struct SubscriptionCounts {
    private struct Count {
        var bytes = 0
        let owner: ConnectionOwner?
    }

    private let perConnection: Int
    private let total: Int
    private var counts: [ZMQConnection: Count] = [:]
    private var owned: [ConnectionOwner: Int] = [:]
    private var sum = 0
    /// What a topic counts beside its bytes: the shortest takes some work as well.
    private static var overhead: Int { 8 }

    /// - Parameters:
    ///   - perConnection: The bytes that one connection may ask for, cancelled topics included: a peer can cancel what it
    ///     never had, so taking those off would let it keep as many as it likes.
    ///   - total: The bytes that all connections may ask for; all connections of one owner, half of it.
    init(perConnection: Int, total: Int) {
        self.perConnection = perConnection
        self.total = total
    }

    /// Counts a subscription or the end of one, and returns the connections to end.
    mutating func add(_ topicBytes: Int, of connection: ZMQConnection, owner: ConnectionOwner?) -> [ZMQConnection] {
        let cost = topicBytes + Self.overhead
        counts[connection, default: Count(owner: owner)].bytes += cost
        sum += cost
        // What was first heard over a connection says whose it is.
        let owner = counts[connection]?.owner
        if let owner { owned[owner, default: 0] += cost }
        let isOverOwner = owner.map { $0.isKnown && owned[$0, default: 0] > total / 2 } ?? false
        guard counts[connection]?.bytes ?? 0 <= perConnection, !isOverOwner else {
            ended(connection)
            return [connection]
        }
        return sum > total ? makeRoom() : []
    }

    /// A connection has ended, and libzmq forgets its topics.
    mutating func ended(_ connection: ZMQConnection) {
        guard let count = counts.removeValue(forKey: connection) else { return }
        sum -= count.bytes
        guard let owner = count.owner else { return }
        let left = owned[owner, default: 0] - count.bytes
        owned[owner] = left > 0 ? left : nil
    }

    /// All connections have ended.
    mutating func removeAll() {
        (counts, owned, sum) = ([:], [:], 0)
    }

    /// Chooses connections until a quarter of the room is free: those of the owner who asks for most, and of those the ones
    /// that ask for most.
    private mutating func makeRoom() -> [ZMQConnection] {
        func share(_ count: Count) -> Int { count.owner.flatMap { owned[$0] } ?? count.bytes }
        let order = counts.sorted { (share($0.value), $0.value.bytes) > (share($1.value), $1.value.bytes) }
        var chosen: [ZMQConnection] = []
        for (connection, _) in order {
            guard sum > total / 4 * 3 else { break }
            ended(connection)
            chosen.append(connection)
        }
        return chosen
    }
}
