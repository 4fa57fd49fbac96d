internal import CZMQ

/// An eventfd that ends the owner's wait from any thread.
final class Wakeup: Sendable {
    let descriptor: CInt

    init() throws(ZMQError) {
        descriptor = CZMQ_event_new()
        try ZMQError.check(descriptor, "make an eventfd")
    }

    deinit {
        CZMQ_event_close(descriptor)
    }

    /// Writing to an open eventfd that is never full has no failure left to report.
    func signal() {
        _ = CZMQ_event_signal(descriptor)
    }

    func clear() {
        _ = CZMQ_event_clear(descriptor)
    }
}
