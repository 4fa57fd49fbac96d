public import ZeroMQ

/// What ``DealerLink`` and ``SubLink`` have in common: how their sockets are made, and the time of their node.
///
/// Belongs to the owner thread of its node.
public class NodeTransport: ClientTransport {
    final let security: ZMQClientSecurity
    final let options: ZMQSocketOptions
    final let node: ZMQNode
    final let onMessage: MessageObserver?
    private let clock = SuspendingClock()

    init(as security: ZMQClientSecurity, options: ZMQSocketOptions, on node: ZMQNode, onMessage: MessageObserver?) {
        self.security = security
        self.options = options
        self.node = node
        self.onMessage = onMessage
    }

    /// The time of its clock.
    public final var now: SuspendingClock.Instant { clock.now }

    /// Calls back once, after some time.
    public final func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer {
        node.schedule(after: delay, perform)
    }

    /// Drops a timer's callback.
    public final func cancel(_ timer: ZMQTimer) {
        node.cancel(timer)
    }
}
