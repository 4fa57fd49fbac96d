internal import ZeroMQ

/// Counts what happens to the connections of one socket, and says what to do when they become too many.
struct ConnectionWatch {
    /// What to do about an event.
    enum Action: Hashable {
        case nothing
        /// End the connection that the event tells of: there are as many as there may be.
        case hangUp
        /// Give the endpoints up for a while: no file is left, and libzmq tries to accept again and again without a pause.
        case giveUp
    }

    private static var window: UInt64 { 1_000_000_000 }

    private let mostOpen: Int
    private let mostFailures: Int

    private(set) var counts = ConnectionCounts()
    private var windowStart: UInt64 = 0
    private var failuresInWindow = 0

    /// - Parameters:
    ///   - mostOpen: The most connections at one time.
    ///   - mostFailures: The most connections in one second that cannot be accepted.
    init(mostOpen: Int, mostFailures: Int) {
        self.mostOpen = mostOpen
        self.mostFailures = mostFailures
    }

    /// Takes one event.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - now: Monotonic nanoseconds.
    mutating func note(_ kind: ZMQMonitorEvent.Kind, at now: UInt64) -> Action {
        switch kind {
        case .accepted:
            counts.accepted += 1
            if counts.open > mostOpen { return .hangUp }
        case .acceptFailed:
            counts.acceptFailures += 1
            if now - windowStart >= Self.window {
                windowStart = now
                failuresInWindow = 0
            }
            failuresInWindow += 1
            if failuresInWindow > mostFailures { return .giveUp }
        case .handshakeFailed:
            counts.handshakeFailures += 1
        case .disconnected:
            // Never more than there were: of those that a pause ended, some may have ended by themselves just before.
            counts.ended = min(counts.ended + 1, counts.accepted)
        default:
            break
        }
        return .nothing
    }

    /// Connections were ended because of a limit.
    mutating func hungUp(_ count: Int) {
        counts.hungUp += count
    }

    /// The endpoints were given up, and so all connections, of which libzmq does not tell.
    mutating func paused() {
        counts.pauses += 1
        counts.ended = counts.accepted
        failuresInWindow = 0
    }
}
