internal import ZeroMQ

/// Counts what happens to the connections of one socket, and says what to do when they become too many.
struct ConnectionWatch {
    /// What to do about an event.
    enum Action: Hashable {
        case nothing
        /// End the connection that the event tells of: there are as many as there may be.
        case hangUp
        /// Give the endpoints up for a while.
        case giveUp(Reason)
    }

    /// Why endpoints are given up.
    enum Reason: String {
        /// No file is left, and libzmq tries to accept again and again without a pause.
        case acceptFailures = "connections cannot be accepted"
        /// So many leave that what libzmq does about it would take all the time.
        case leaving = "too many connections come and go"
    }

    private static var window: UInt64 { 1_000_000_000 }

    private let mostOpen: Int
    private let mostLeaving: Int
    private let mostFailures: Int

    private(set) var counts = ConnectionCounts()
    private var windowStart: UInt64 = 0
    private var leftInWindow = 0
    private var failuresInWindow = 0

    /// - Parameters:
    ///   - mostOpen: The most connections at one time.
    ///   - mostLeaving: The most peers in one second that leave. Not those that come: all do at once when a service was
    ///     restarted, and again whenever they were sent away for that.
    ///   - mostFailures: The most connections in one second that cannot be accepted.
    init(mostOpen: Int, mostLeaving: Int, mostFailures: Int) {
        self.mostOpen = mostOpen
        self.mostLeaving = mostLeaving
        self.mostFailures = mostFailures
    }

    /// Takes one event.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - now: Monotonic nanoseconds.
    mutating func note(_ kind: ZMQMonitorEvent.Kind, at now: UInt64) -> Action {
        if now - windowStart >= Self.window {
            windowStart = now
            leftInWindow = 0
            failuresInWindow = 0
        }
        switch kind {
        case .accepted:
            counts.accepted += 1
            if counts.open > mostOpen { return .hangUp }
        case .acceptFailed:
            counts.acceptFailures += 1
            failuresInWindow += 1
            if failuresInWindow > mostFailures { return .giveUp(.acceptFailures) }
        case .handshakeFailed:
            counts.handshakeFailures += 1
            // It ends as well, and had never become a peer.
            leftInWindow -= 1
        case .disconnected:
            // Never more than there were: of those that a pause ended, some may have ended by themselves just before.
            counts.ended = min(counts.ended + 1, counts.accepted)
            leftInWindow += 1
            if leftInWindow > mostLeaving { return .giveUp(.leaving) }
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
        leftInWindow = 0
        failuresInWindow = 0
    }
}
