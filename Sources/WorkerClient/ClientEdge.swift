/// The time of a client: a clock and timers.
protocol ClientEdge: AnyObject {
    /// The name of one scheduled callback.
    associatedtype Timer

    var now: SuspendingClock.Instant { get }

    /// Calls back once, after some time.
    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> Timer

    /// Drops a timer's callback; does nothing if it was called or cancelled already.
    func cancel(_ timer: Timer)
}
