internal import ZeroMQ

/// Knows by which keys the subscribers came who have asked for something.
struct SubscriberPeers {
    private let most: Int
    private var peers: [ZMQConnection: ZMQPeer] = [:]

    /// - Parameter most: The most connections at one time; of more, some are over.
    init(most: Int) {
        self.most = most
    }

    /// Notes who a connection belongs to.
    mutating func note(_ peer: ZMQPeer, of connection: ZMQConnection) {
        peers[connection] = peer
        guard peers.count > 2 * most else { return }
        peers = peers.filter { $0.key.unreadBytes != nil }
    }

    /// The connections of those who still may be here; the others are forgotten.
    mutating func connections(of mayStay: (ZMQPeer) -> Bool) -> Set<ZMQConnection> {
        peers = peers.filter { mayStay($0.value) }
        return Set(peers.keys)
    }
}
