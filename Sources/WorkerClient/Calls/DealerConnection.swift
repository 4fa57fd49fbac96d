internal import ZeroMQ
internal import ZeroMQPatterns

/// A channel's transport on libzmq, which tells an observer of its messages.
final class DealerConnection: CallTransport {
    /// The longest wait for a service that has come back: short enough for a call with a `connectTimeout` of a second.
    private static let maxReconnectInterval = Duration.milliseconds(500)

    private let endpoint: String
    private let keys: ServiceKeys?
    private let node: ZMQNode
    private let onMessage: MessageObserver?
    private let clock = SuspendingClock()
    private var link: DealerLink?

    /// - Parameters:
    ///   - endpoint: The service; ``open(onChange:onReadable:)`` finds out whether it is valid.
    ///   - keys: Its keys and ours; `nil` where none are needed.
    ///   - node: The thread to use.
    ///   - onMessage: Told of every message, on that thread.
    init(to endpoint: String, keys: ServiceKeys?, on node: ZMQNode, onMessage: MessageObserver? = nil) {
        self.endpoint = endpoint
        self.keys = keys
        self.node = node
        self.onMessage = onMessage
    }

    var isOpen: Bool { link?.isOpen == true }

    func open(
        onChange: @escaping (DealerLink.Change) -> Void,
        onReadable: @escaping () -> Void
    ) throws(ZMQError) {
        var options = ZMQSocketOptions.dealer
        options.choosesRoutingID = true
        options.maximumFrameBytes = CallRequest.maxFrameBytes
        // The delimiter, the JSON and what follows it.
        options.maximumFrames = CallRequest.maxAttachments + 2
        options.maximumReconnectInterval = Self.maxReconnectInterval
        let link = DealerLink(to: try ZMQEndpoint(parsing: endpoint), as: keys.security, options, on: node)
        self.link = link
        try link.open(onChange: onChange, onReadable: onReadable)
    }

    func close() {
        link?.close()
    }

    func send(_ request: borrowing ZMQMultipart) throws(ZMQError) {
        try link?.send(request)
        if isOpen { onMessage?(.sent(to: endpoint), request.frames) }
    }

    func receive(into answer: inout ZMQMultipart) throws(ZMQError) -> Bool {
        guard try link?.receive(into: &answer) == true else { return false }
        onMessage?(.received(from: endpoint), answer.frames)
        return true
    }

    func whenWritable(_ perform: @escaping () -> Void) {
        link?.whenWritable(perform)
    }

    var now: SuspendingClock.Instant { clock.now }

    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer {
        node.schedule(after: delay, perform)
    }

    func cancel(_ timer: ZMQTimer) {
        node.cancel(timer)
    }
}
