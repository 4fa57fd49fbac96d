internal import ZeroMQ

/// Finds the connections over which more has come than a message may have, and no message.
///
/// libzmq keeps the frames of a message until its last one has come, and bounds neither their number nor their bytes.
/// Only the system knows what has come: over TCP how many bytes, over ipc no more than that some are waiting. It is
/// asked while memory grows; a connection that was made long ago restarts then.
///
/// A frame without a byte takes 64 bytes of memory. So a message may have less where the memory grows, look for look,
/// by much more than what comes, and what comes over its connection could be the reason.
struct EndlessMessages {
    /// What was seen of a connection.
    private enum Progress {
        /// What had come over it in all when a message had come last, and at the last look.
        case received(atMessage: Int, atLook: Int)
        /// How often something was waiting since a message had come: who talks soon ends one, who is silent sends
        /// nothing.
        case waiting(Int)
    }

    private let limit: Int
    private var progress: [ZMQConnection: Progress] = [:]
    /// The bytes in use at the last look.
    private var used: Int?
    /// Looks in a row between which the memory grew by much more than what came.
    private var tinyLooks = 0
    /// By how much the limit is smaller where frames are tiny.
    private static var tinyFrames: Int { 64 }
    /// What libzmq keeps for a frame, whose two bytes of header are all that came.
    private static var bytesPerFrame: Int { 64 }
    /// Into how many parts the growth is divided among connections that may be its reason.
    private static var shares: Int { 4 }
    /// How many times as many bytes as came the memory has to grow by.
    private static var overhead: Int { 4 }
    /// Looks at a connection over ipc that find something waiting and no message since: the largest message takes less
    /// time than passes between two.
    private static var maximumWaiting: Int { 1 }

    /// - Parameter limit: The bytes that may come over a connection without a message.
    init(limit: Int) {
        self.limit = limit
    }

    var isLooking: Bool { !progress.isEmpty }

    /// A message has come.
    mutating func sawMessage(from connection: ZMQConnection) {
        switch progress[connection] {
        case .received(_, let atLook):
            progress[connection] = connection.receivedBytes.map { .received(atMessage: $0, atLook: atLook) }
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
        let current = connections.map { ($0, $0.receivedBytes) }
        let growth = used - (self.used ?? used)
        var all = 0
        for case (let connection, let received?) in current { all += came(received, over: connection) }
        tinyLooks = growth > Self.overhead * all ? tinyLooks + 1 : 0
        self.used = used
        var next: [ZMQConnection: Progress] = [:]
        var endless: [ZMQConnection] = []
        for (connection, received) in current {
            if let received {
                var atMessage = received
                if case .received(let known, _) = progress[connection] { atMessage = known }
                let mayBeTheReason = came(received, over: connection) * Self.bytesPerFrame * Self.shares > growth
                let isTiny = tinyLooks > 1 && mayBeTheReason
                let limit = isTiny ? limit / Self.tinyFrames : limit
                if received - atMessage > limit { endless.append(connection) }
                next[connection] = .received(atMessage: atMessage, atLook: received)
            } else if let waiting = connection.waitingBytes {
                var count = 0
                if case .waiting(let known) = progress[connection] { count = known }
                if waiting > 0 { count += 1 }
                if count > Self.maximumWaiting { endless.append(connection) }
                next[connection] = .waiting(count)
            }
        }
        for connection in endless { next[connection] = nil }
        progress = next
        return endless
    }

    /// What has come over a TCP connection since the last look; all of it over one that was not there then.
    private func came(_ received: Int, over connection: ZMQConnection) -> Int {
        guard case .received(_, let atLook) = progress[connection] else { return used == nil ? 0 : received }
        return received - atLook
    }

    /// There is memory again.
    mutating func rest() {
        progress.removeAll()
        used = nil
        tinyLooks = 0
    }
}
