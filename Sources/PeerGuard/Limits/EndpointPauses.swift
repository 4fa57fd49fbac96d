/// Says when the endpoints of a socket have to be given up for a while.
struct EndpointPauses {
    /// Why endpoints are given up.
    enum Reason: String {
        /// No file is left, and libzmq tries to accept again and again without a pause.
        case acceptFailures = "connections cannot be accepted"
        /// So large a number leaves that libzmq would do nothing else.
        case leaving = "too many connections come and go"
    }

    private static var window: UInt64 { 1_000_000_000 }

    private let maximumLeaving: Int
    private let maximumFailures: Int
    private var windowStart: UInt64 = 0
    private var leftInWindow = 0
    private var failuresInWindow = 0

    /// - Parameters:
    ///   - maximumLeaving: The most established connections in one second that end. Not those that come: all do at once
    ///     when
    ///     a service was restarted, and again after a pause.
    ///   - maximumFailures: The most connections in one second that cannot be accepted.
    init(maximumLeaving: Int, maximumFailures: Int) {
        self.maximumLeaving = maximumLeaving
        self.maximumFailures = maximumFailures
    }

    /// An established connection has ended.
    ///
    /// - Parameter now: Monotonic nanoseconds.
    /// - Returns: Why the endpoints have to be given up, if they have to.
    mutating func left(at now: UInt64) -> Reason? {
        beginWindow(at: now)
        leftInWindow += 1
        return leftInWindow > maximumLeaving ? .leaving : nil
    }

    /// A connection could not be accepted.
    ///
    /// - Parameter now: Monotonic nanoseconds.
    /// - Returns: Why the endpoints have to be given up, if they have to.
    mutating func acceptFailed(at now: UInt64) -> Reason? {
        beginWindow(at: now)
        failuresInWindow += 1
        return failuresInWindow > maximumFailures ? .acceptFailures : nil
    }

    private mutating func beginWindow(at now: UInt64) {
        guard now - windowStart >= Self.window else { return }
        windowStart = now
        leftInWindow = 0
        failuresInWindow = 0
    }

    /// The endpoints were given up.
    mutating func paused() {
        leftInWindow = 0
        failuresInWindow = 0
    }
}
