internal import Glibc
internal import Logging
internal import Messages
internal import ZeroMQ

/// A worker's edge on libzmq: a ROUTER for requests, an XPUB for events, and the timers of their node.
final class WorkerSockets: WorkerEdge {
    /// Where requests come in.
    let rpc: [ZMQEndpoint]
    /// Where events go out; empty for a service without a stream.
    let events: [ZMQEndpoint]

    let node: ZMQNode
    let endpoints: WorkerEndpoints
    private let router: RouterSocket
    private let publisher: XPubSocket?
    private let offloader: Offloader
    /// What to do when a piece of offloaded work is done, by its number.
    private var waiting: [Int: () -> Void] = [:]
    private var lastJob = 0
    private var unread: UnreadAnswers
    private var subscriptions: SubscriptionCounts
    private var peers: SubscriberPeers
    private let mayStay: (ZMQPeer) -> Bool
    private let clients: ConnectionGuard
    private let subscribers: ConnectionGuard?

    /// Opens and binds the sockets.
    ///
    /// - Parameters:
    ///   - node: Their thread.
    ///   - endpoints: Where to bind.
    ///   - hasEvents: Whether there is a stream to publish.
    ///   - limits: How much one message, one peer and all of them may be.
    ///   - watch: Told what happens to connections, where others than the user can make some.
    ///   - mayStay: Whether a peer that was let in still may be here.
    ///   - offloader: Who does work away from the thread; its owner tells ``finished(_:)``.
    ///   - log: Where it is told that peers are disconnected.
    ///   - onRequestConnections: Told of every change in the connections of the request socket.
    ///   - onEventConnections: The same of the event socket.
    /// - Throws: ``ZMQError`` when an endpoint cannot be bound; what was opened is closed again.
    init(
        node: ZMQNode,
        endpoints: WorkerEndpoints,
        hasEvents: Bool,
        limits: WorkerLimits,
        watch: @escaping (ZMQMonitorEvent) -> Void,
        mayStay: @escaping (ZMQPeer) -> Bool,
        offloader: Offloader,
        log: Logger,
        onRequestConnections: @escaping (ConnectionCounts) -> Void,
        onEventConnections: @escaping (ConnectionCounts) -> Void
    ) throws(ZMQError) {
        self.node = node
        self.offloader = offloader
        self.endpoints = endpoints
        unread = UnreadAnswers(
            perPeer: limits.unreadBytesPerPeer,
            total: limits.unreadBytes,
            mostWaiting: limits.answersPerPeer
        )
        subscriptions = SubscriptionCounts(perPeer: limits.subscriptionBytesPerPeer, total: limits.subscriptionBytes)
        let files = Self.openFiles
        let mostSubscribers = min(limits.subscribers, files / 4)
        peers = SubscriberPeers(most: mostSubscribers)
        self.mayStay = mayStay
        let router = try node.makeRouter(Self.requestOptions(limits, identifiesPeers: endpoints.areShared))
        let onStrangers: ((ZMQMonitorEvent) -> Void)? = endpoints.areShared ? watch : nil
        var publisher: XPubSocket?
        var subscribers: ConnectionGuard?
        do {
            // Events first: whoever gets an answer can already subscribe to what it caused.
            var bound: [ZMQEndpoint] = []
            if hasEvents {
                let socket = try node.makeXPub(Self.eventOptions(limits, identifiesPeers: endpoints.areShared))
                publisher = socket
                let guarding = ConnectionGuard(
                    "event",
                    node: node,
                    watch: ConnectionWatch(
                        mostOpen: mostSubscribers,
                        mostLeaving: limits.leavingSubscribers,
                        mostFailures: limits.failedConnects
                    ),
                    // Some times what one may ask for: all else is pings and the handshake.
                    mostWithoutMessage: 16 * limits.subscriptionBytesPerPeer,
                    log: log,
                    bind: { place throws(ZMQError) in try socket.bind(place.endpoint, place.security) },
                    unbind: { endpoint throws(ZMQError) in try socket.unbind(endpoint) },
                    onCount: onEventConnections
                )
                try socket.monitor { event in
                    guarding.take(event)
                    onStrangers?(event)
                }
                subscribers = guarding
                bound = try guarding.listen(at: endpoints.events)
            }
            events = bound
            clients = ConnectionGuard(
                "request",
                node: node,
                watch: ConnectionWatch(
                    mostOpen: min(limits.clients, files / 2),
                    mostLeaving: .max,
                    mostFailures: limits.failedConnects
                ),
                // One frame too many is on its way when a message is refused.
                mostWithoutMessage: limits.messageBytes + 2 * limits.frameBytes,
                log: log,
                bind: { place throws(ZMQError) in try router.bind(place.endpoint, place.security) },
                unbind: { endpoint throws(ZMQError) in try router.unbind(endpoint) },
                onCount: onRequestConnections
            )
            let clients = clients
            try router.monitor { event in
                clients.take(event)
                onStrangers?(event)
            }
            rpc = try clients.listen(at: endpoints.rpc)
        } catch {
            router.close()
            publisher?.close()
            endpoints.removeSocketFiles()
            throw error
        }
        self.router = router
        self.publisher = publisher
        self.subscribers = subscribers
    }

    private static func requestOptions(_ limits: WorkerLimits, identifiesPeers: Bool) -> ZMQSocketOptions {
        var options = ZMQSocketOptions.router
        options.maximumFrameBytes = limits.frameBytes
        // The routing id and the delimiter stand before those that the limit counts; one more shows an excess.
        options.maximumFrames = limits.frames + 3
        options.maximumMessageBytes = limits.messageBytes
        options.handshakeInterval = .milliseconds(limits.handshakeMilliseconds)
        // A client within its limit never has more under way; what is queued of a peer that is gone is still read.
        options.receiveHighWaterMark = limits.requestsPerPeer
        // Answers wait for a peer that does not read them, up to this many.
        options.sendHighWaterMark = limits.answersPerPeer
        options.identifiesPeers = identifiesPeers
        return options
    }

    private static func eventOptions(_ limits: WorkerLimits, identifiesPeers: Bool) -> ZMQSocketOptions {
        var options = ZMQSocketOptions.xpub
        // libzmq makes a node of each byte of a topic, and walks through all of them for each subscriber that leaves.
        options.maximumFrameBytes = EventTopic.longest + ZMQSocketOptions.subscriptionOverhead
        options.identifiesPeers = identifiesPeers
        options.handshakeInterval = .milliseconds(limits.handshakeMilliseconds)
        // libzmq takes in all subscriptions that wait before anybody can count one, and those that come meanwhile: when
        // none may wait, it comes to an end. The name of a peer that has one takes a place for good in libzmq 4.3.4: it is
        // counted as written to the queue, and never as read.
        options.receiveHighWaterMark = identifiesPeers ? 2 : 1
        return options
    }

    /// How many files the process may have open; every connection is one.
    private static var openFiles: Int {
        var files = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files) == 0 else { return 1_024 }
        return Int(clamping: files.rlim_cur)
    }

    /// Says what to do when there are requests, and when there are wishes of subscribers.
    func whenReadable(requests: @escaping () -> Void, subscriptions: @escaping () -> Void) {
        node.whenReadable(router, requests)
        if let publisher { node.whenReadable(publisher, subscriptions) }
    }

    func close() {
        clients.close()
        subscribers?.close()
        router.close()
        publisher?.close()
        endpoints.removeSocketFiles()
    }

    func receive(into request: inout ZMQMultipart) throws(ZMQError) -> Bool {
        guard try router.receive(into: &request) else { return false }
        if clients.awaitsMessages, let source = router.source { clients.sawMessage(from: source) }
        return true
    }

    /// Ends what fills the memory, as far as it is known who does.
    ///
    /// - Parameter isGrowing: Whether memory grows.
    func memoryChanged(isGrowing: Bool) {
        clients.endEndlessMessages(memoryIsGrowing: isGrowing)
        subscribers?.endEndlessMessages(memoryIsGrowing: isGrowing)
    }

    func admits(_ request: borrowing ZMQMultipart) -> Bool {
        unread.admits(Self.number(of: request)) { router.source }
    }

    func send(_ answer: borrowing ZMQMultipart) throws(ZMQError) {
        try router.send(answer)
        let left = unread.add(answer.byteCount, for: Self.number(of: answer))
        if !left.isEmpty { clients.hangUp(left, "too many answers are left unread") }
    }

    /// A number for the peer that a request came from or an answer goes to.
    ///
    /// Exact for the short names that libzmq gives; two peers with long names of their own may share one.
    private static func number(of message: borrowing ZMQMultipart) -> UInt64 {
        let name = message.span(of: 0)
        guard name.count < 8 else {
            var hasher = Hasher()
            unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
            return UInt64(bitPattern: Int64(hasher.finalize()))
        }
        var number = UInt64(name.count)
        for index in name.indices { number = number << 8 | UInt64(name[index]) }
        return number
    }

    func receiveSubscription() throws(ZMQError) -> ZMQSubscription? {
        guard let publisher, let subscription = try publisher.receiveSubscription() else { return nil }
        if let source = publisher.source {
            subscribers?.sawMessage(from: source)
            if let peer = publisher.peer {
                if mayStay(peer) {
                    peers.note(peer, of: source)
                } else {
                    subscribers?.hangUp([source], Self.revoked)
                }
            }
            let left = subscriptions.add(subscription.topic.count, of: source)
            if !left.isEmpty { subscribers?.hangUp(left, "too many subscriptions") }
        }
        return subscription
    }

    private static var revoked: String { "their keys were taken from the list" }

    /// Ends the event connections of all who may not be here any more; nobody else notices.
    func endRevokedSubscribers() {
        subscribers?.hangUpRemote(except: peers.connections(of: mayStay), Self.revoked)
    }

    func publish(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        try publisher?.publish(message)
    }

    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer {
        node.schedule(after: delay, perform)
    }

    func offload(_ lane: OffloadLane, _ work: @escaping @Sendable () -> Void, _ done: @escaping () -> Void) {
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
