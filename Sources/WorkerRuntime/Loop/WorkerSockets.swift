internal import ZeroMQ

/// A worker's edge on libzmq: a ROUTER for requests, an XPUB for events, and the timers of their node.
final class WorkerSockets: WorkerEdge {
    /// Where requests come in.
    let rpc: [ZMQEndpoint]
    /// Where events go out; empty for a service without a stream.
    let events: [ZMQEndpoint]

    private let node: ZMQNode
    private let endpoints: WorkerEndpoints
    private let router: RouterSocket
    private let publisher: XPubSocket?
    private let offloader: Offloader
    /// What to do when a piece of offloaded work is done, by its number.
    private var waiting: [Int: () -> Void] = [:]
    private var lastJob = 0

    /// Opens and binds the sockets.
    ///
    /// - Parameters:
    ///   - node: Their thread.
    ///   - endpoints: Where to bind.
    ///   - hasEvents: Whether there is a stream to publish.
    ///   - limits: How much one message and one peer may be.
    ///   - identifiesPeers: Whether each request says who sent it.
    ///   - offloader: Who does work away from the thread; its owner tells ``finished(_:)``.
    /// - Throws: ``ZMQError`` when an endpoint cannot be bound; what was opened is closed again.
    init(
        node: ZMQNode,
        endpoints: WorkerEndpoints,
        hasEvents: Bool,
        limits: WorkerLimits,
        identifiesPeers: Bool,
        offloader: Offloader
    ) throws(ZMQError) {
        self.node = node
        self.offloader = offloader
        self.endpoints = endpoints
        var options = ZMQSocketOptions.router
        options.maximumFrameBytes = limits.frameBytes
        // The routing id and the delimiter stand before those that the limit counts; one more shows an excess.
        options.maximumFrames = limits.frames + 3
        options.maximumMessageBytes = limits.messageBytes
        options.handshakeInterval = .milliseconds(limits.handshakeMilliseconds)
        // Answers wait for a peer that does not read them, up to this many; a client within its limit never has more.
        options.sendHighWaterMark = 2 * limits.requestsPerPeer
        options.identifiesPeers = identifiesPeers
        let router = try node.makeRouter(options)
        var publisher: XPubSocket?
        do {
            // Events first: whoever gets an answer can already subscribe to what it caused.
            var bound: [ZMQEndpoint] = []
            if hasEvents {
                var options = ZMQSocketOptions.xpub
                options.handshakeInterval = .milliseconds(limits.handshakeMilliseconds)
                let socket = try node.makeXPub(options)
                publisher = socket
                bound = try endpoints.events.map { endpoint throws(ZMQError) in try socket.bind(endpoint) }
            }
            events = bound
            rpc = try endpoints.rpc.map { endpoint throws(ZMQError) in try router.bind(endpoint) }
        } catch {
            router.close()
            publisher?.close()
            endpoints.removeSocketFiles()
            throw error
        }
        self.router = router
        self.publisher = publisher
    }

    /// Says what to do when there are requests, and when there are wishes of subscribers.
    func whenReadable(requests: @escaping () -> Void, subscriptions: @escaping () -> Void) {
        node.whenReadable(router, requests)
        if let publisher { node.whenReadable(publisher, subscriptions) }
    }

    func close() {
        router.close()
        publisher?.close()
        endpoints.removeSocketFiles()
    }

    func receive(into request: inout ZMQMultipart) throws(ZMQError) -> Bool {
        try router.receive(into: &request)
    }

    func send(_ answer: borrowing ZMQMultipart) throws(ZMQError) {
        try router.send(answer)
    }

    func receiveSubscription() throws(ZMQError) -> ZMQSubscription? {
        try publisher?.receiveSubscription()
    }

    func publish(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        try publisher?.publish(message)
    }

    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer {
        node.schedule(after: delay, perform)
    }

    func offload(_ lane: WorkLane, _ work: @escaping @Sendable () -> Void, _ done: @escaping () -> Void) {
        lastJob += 1
        waiting[lastJob] = done
        offloader.submit(Offloader.Job(id: lastJob, work: work), to: lane)
    }

    /// A piece of offloaded work is done.
    func finished(_ id: Int) {
        waiting.removeValue(forKey: id)?()
    }

    func cancel(_ timer: ZMQTimer) {
        node.cancel(timer)
    }
}
