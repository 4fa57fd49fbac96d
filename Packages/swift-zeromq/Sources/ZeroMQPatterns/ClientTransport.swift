/// The time of a client: a clock and timers, on one thread.
public protocol ClientTransport: AnyObject {
    /// The name of one scheduled callback.
    associatedtype Timer

    /// The time that calls are measured by.
    var now: SuspendingClock.Instant { get }

    /// Calls back once, after some time.
    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> Timer

    /// Drops a timer's callback; does nothing if it was called or cancelled already.
    func cancel(_ timer: Timer)
}
