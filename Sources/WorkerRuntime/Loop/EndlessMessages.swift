internal import ZeroMQ

/// Finds the TCP connections over which more has come than a message may have, and no message.
///
/// libzmq keeps the frames of a message until its last one has come, and bounds neither their number nor their bytes. Only
/// the system knows what has come over a connection. It is asked while memory grows, which is no time for courtesy: a
/// connection that was made long ago begins anew then.
struct EndlessMessages {
    private let limit: Int
    /// For each connection, what had come over it when it was first looked at or when a message had come last.
    private var received: [ZMQConnection: Int] = [:]

    /// - Parameter limit: The bytes that may come over a connection without a message.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether it is looking.
    var isLooking: Bool { !received.isEmpty }

    /// A message has come.
    mutating func sawMessage(from connection: ZMQConnection) {
        guard received[connection] != nil else { return }
        received[connection] = connection.receivedBytes
    }

    /// Looks at all connections, and returns those to end.
    ///
    /// - Parameter connections: All that are open.
    mutating func look(at connections: some Sequence<ZMQConnection>) -> [ZMQConnection] {
        var next: [ZMQConnection: Int] = [:]
        var endless: [ZMQConnection] = []
        for connection in connections {
            guard let bytes = connection.receivedBytes else { continue }
            let before = received[connection] ?? bytes
            if bytes - before > limit { endless.append(connection) } else { next[connection] = before }
        }
        received = next
        return endless
    }

    /// There is memory again.
    mutating func rest() {
        received.removeAll()
    }
}
