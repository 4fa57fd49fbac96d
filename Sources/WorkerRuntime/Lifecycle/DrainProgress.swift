/// Decides when a draining service has been quiet for long enough.
struct DrainProgress {
    /// The time between two looks.
    static let step: Duration = .milliseconds(50)
    /// Looks in a row without a message that are not quiet yet: after the third, 150 ms, it is.
    private static let quietSteps = 2
    /// Looks after which it ends although callers still send: one second.
    private static let mostSteps = 20

    private var steps = 0
    private var quiet = 0

    /// A message came.
    mutating func sawMessages() {
        quiet = 0
    }

    /// One more look; `true` when the service may end.
    mutating func stepped() -> Bool {
        steps += 1
        quiet += 1
        return quiet > Self.quietSteps || steps >= Self.mostSteps
    }
}
