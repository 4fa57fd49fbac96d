internal import ZeroMQ

/// Finds the connections over which more has come than a message may have, and no message.
///
/// libzmq keeps the frames of a message until its last one has come, and bounds neither their number nor their bytes. Only
/// the system knows what has come: over TCP how many bytes, over ipc no more than that some are waiting. It is asked while
/// memory grows; a connection that was made long ago begins anew then. A frame without a byte takes 64 in memory: where the
/// memory grows by much more than what comes, a message may have less.
struct EndlessMessages {
    /// What was seen of a connection since a message had come.
    private enum Progress {
        /// What had come over it in all, by then.
        case received(Int)
        /// How often in a row something was waiting: who sends without end is never seen to have nothing on its way.
        case waiting(Int)
    }

    private let limit: Int
    private var progress: [ZMQConnection: Progress] = [:]
    /// The bytes in use at the first look.
    private var base: Int?
    /// By how much the limit is smaller where frames are tiny.
    private static var tinyFrames: Int { 16 }
    /// How many times as many bytes as came the memory has to grow by for that.
    private static var overhead: Int { 4 }
    /// Looks at a connection over ipc that find something waiting.
    private static var mostWaiting: Int { 3 }

    /// - Parameter limit: The bytes that may come over a connection without a message.
    init(limit: Int) {
        self.limit = limit
    }

    /// Whether it is looking.
    var isLooking: Bool { !progress.isEmpty }

    /// A message has come.
    mutating func sawMessage(from connection: ZMQConnection) {
        switch progress[connection] {
        case .received: progress[connection] = connection.receivedBytes.map(Progress.received)
        case .waiting: progress[connection] = .waiting(0)
        case nil: break
        }
    }

    /// Looks at all connections, and returns those to end.
    ///
    /// - Parameters:
    ///   - connections: All that are open.
    ///   - used: The bytes in use.
    mutating func look(at connections: some Sequence<ZMQConnection>, used: Int) -> [ZMQConnection] {
        let growth = used - (base ?? used)
        base = base ?? used
        let current = connections.map { ($0, $0.receivedBytes) }
        let came = current.reduce(0) { sum, connection in
            guard case .received(let before) = progress[connection.0], let bytes = connection.1 else { return sum }
            return sum + bytes - before
        }
        let limit = growth > Self.overhead * came ? limit / Self.tinyFrames : limit
        var next: [ZMQConnection: Progress] = [:]
        var endless: [ZMQConnection] = []
        for (connection, received) in current {
            if let bytes = received {
                var before = bytes
                if case .received(let known) = progress[connection] { before = known }
                if bytes - before > limit { endless.append(connection) } else { next[connection] = .received(before) }
            } else if let bytes = connection.waitingBytes {
                var before = 0
                if case .waiting(let known) = progress[connection] { before = known }
                let count = bytes > 0 ? before + 1 : 0
                if count > Self.mostWaiting { endless.append(connection) } else { next[connection] = .waiting(count) }
            }
        }
        progress = next
        return endless
    }

    /// There is memory again.
    mutating func rest() {
        progress.removeAll()
        base = nil
    }
}
