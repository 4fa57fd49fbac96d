/// Decides when a draining service has been quiet for long enough.
struct DrainProgress {
    /// The time between two looks.
    static let step: Duration = .milliseconds(50)
    /// Looks in a row without a message that are not quiet yet: after the third, 150 ms, it is.
    private static let quietSteps = 2
    /// The time after which it ends although callers still send, in nanoseconds.
    ///
    /// Looks are no measure of it: under load one comes as late as the iteration before it takes.
    private static let longest: UInt64 = 1_000_000_000

    private var start: UInt64?
    private var quiet = 0

    /// A message came.
    mutating func sawMessages() {
        quiet = 0
    }

    /// Draining begins.
    ///
    /// - Parameter now: Monotonic nanoseconds.
    mutating func began(at now: UInt64) {
        start = start ?? now
        quiet = 0
    }

    /// One more look; `true` when the service may end.
    ///
    /// - Parameters:
    ///   - now: Monotonic nanoseconds.
    ///   - isPreparing: Whether accepted work is still being done elsewhere, which is always waited for.
    mutating func stepped(at now: UInt64, isPreparing: Bool = false) -> Bool {
        guard !isPreparing else {
            quiet = 0
            return false
        }
        quiet += 1
        return quiet > Self.quietSteps || now - (start ?? now) >= Self.longest
    }
}
