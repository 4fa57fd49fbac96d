internal import ZeroMQ

/// Finds the connections whose peers have stopped to read what is sent to them.
///
/// What libzmq queues for them is memory; they can ask for what they missed when they come back.
struct StalledReaders {
    /// For each connection with something unread, how much it was at the last look.
    private var unread: [ZMQConnection: Int] = [:]

    /// Looks at all connections, and returns those over which nothing has moved since the last look.
    ///
    /// - Parameter connections: All that are open.
    mutating func look(at connections: some Sequence<ZMQConnection>) -> [ZMQConnection] {
        var next: [ZMQConnection: Int] = [:]
        var stalled: [ZMQConnection] = []
        for connection in connections {
            guard let bytes = connection.unreadBytes, bytes > 0 else { continue }
            if unread[connection] == bytes { stalled.append(connection) } else { next[connection] = bytes }
        }
        unread = next
        return stalled
    }

    /// There is memory again.
    mutating func rest() {
        unread.removeAll()
    }
}
