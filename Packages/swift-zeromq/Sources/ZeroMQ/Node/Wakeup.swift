internal import CZMQ

/// Ends the owner's wait from any thread: an eventfd, or a pipe where the system has none.
final class Wakeup: Sendable {
    /// To be waited on.
    let descriptor: CInt
    private let signalDescriptor: CInt

    init() throws(ZMQError) {
        var signal: CInt = -1
        descriptor = unsafe CZMQ_event_new(&signal)
        signalDescriptor = signal
        try ZMQError.check(descriptor, action: "make a descriptor to be woken by")
    }

    deinit {
        CZMQ_event_close(descriptor, signalDescriptor)
    }

    /// Writing to an open one that is never full for long has no failure left to report.
    func signal() {
        _ = CZMQ_event_signal(signalDescriptor)
    }

    func clear() {
        _ = CZMQ_event_clear(descriptor)
    }
}
