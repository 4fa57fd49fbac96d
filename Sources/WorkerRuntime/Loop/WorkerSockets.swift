internal import Glibc
internal import Logging
internal import Messages
internal import ZeroMQ

/// A worker's edge on libzmq: a ROUTER for requests, an XPUB for events, and the timers of their node.
final class WorkerSockets: WorkerEdge {
    let node: ZMQNode
    let endpoints: WorkerEndpoints
    let router: RouterSocket
    let publisher: XPubSocket?
    let clients: ConnectionGuard
    let subscribers: ConnectionGuard?
    private let offloader: Offloader
    /// What to do when a piece of offloaded work is done, by its number.
    private var waiting: [Int: () -> Void] = [:]
    private var lastJob = 0
    private var unread: UnreadAnswers
    private var subscriptions: SubscriptionCounts
    private let mayStay: (ZMQPeer) -> Bool

    /// Makes the sockets, and binds what only the user can reach; ``openGuarded(by:)`` binds the rest.
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
        self.mayStay = mayStay
        unread = UnreadAnswers(
            perPeer: limits.unreadBytesPerPeer,
            total: limits.unreadBytes,
            mostWaiting: limits.answersPerPeer
        )
        subscriptions = SubscriptionCounts(
            perConnection: limits.subscriptionBytesPerPeer,
            total: limits.subscriptionBytes
        )
        let onStrangers: ((ZMQMonitorEvent) -> Void)? = endpoints.areShared ? watch : nil
        let router = try node.makeRouter(Self.requestOptions(limits, identifiesPeers: endpoints.areShared))
        self.router = router
        let clients = ConnectionGuard(
            "request",
            router,
            node: node,
            limits: Self.requestConnections(limits),
            // Each brings whoever searches for the routing id that libzmq gives next one number further.
            rates: ConnectionRates(burst: 512, perSecond: 256, boundsProcesses: false),
            pauses: EndpointPauses(maximumLeaving: .max, maximumFailures: limits.failedConnects),
            // One frame too many is on its way when a message is refused.
            maximumWithoutMessage: limits.messageBytes + 2 * limits.frameBytes,
            // Their answers are counted, which this would upset.
            endsStalledReaders: false,
            files: Self.openFiles,
            log: log,
            onCount: onRequestConnections
        )
        self.clients = clients
        var publisher: XPubSocket?
        var subscribers: ConnectionGuard?
        do {
            if hasEvents {
                let transports = Set(endpoints.events.map { $0.security == .local }).count
                let socket = try node.makeXPub(
                    Self.eventOptions(limits, areShared: endpoints.areShared, transports: transports)
                )
                publisher = socket
                let guarding = ConnectionGuard(
                    "event",
                    socket,
                    node: node,
                    limits: Self.eventConnections(limits),
                    rates: ConnectionRates(burst: 128, perSecond: 32, boundsProcesses: true),
                    pauses: EndpointPauses(
                        maximumLeaving: limits.leavingSubscribers,
                        maximumFailures: limits.failedConnects
                    ),
                    // Some times what one may ask for: all else is pings and the handshake.
                    maximumWithoutMessage: 16 * limits.subscriptionBytesPerPeer,
                    endsStalledReaders: true,
                    files: Self.openFiles,
                    log: log,
                    onCount: onEventConnections
                )
                subscribers = guarding
                try Self.guardConnections(of: socket, by: guarding, onStrangers)
                socket.onFlood { guarding.hangUp(over: $0, "a message has too many frames") }
                // Events first: whoever gets an answer can already subscribe to what it caused.
                try guarding.listen(at: endpoints.events.filter { $0.security == .local })
            }
            try Self.guardConnections(of: router, by: clients, onStrangers)
            router.onFlood { clients.hangUp(over: $0, "a message has too many frames") }
            try clients.listen(at: endpoints.rpc.filter { $0.security == .local })
        } catch {
            clients.close()
            subscribers?.close()
            router.close()
            publisher?.close()
            endpoints.removeSocketFiles()
            throw error
        }
        self.publisher = publisher
        self.subscribers = subscribers
        subscribers?.onEnd = { [weak self] in self?.subscriptions.ended($0) }
    }

    private static func guardConnections(
        of socket: ZMQSocket,
        by guarding: ConnectionGuard,
        _ onStrangers: ((ZMQMonitorEvent) -> Void)?
    ) throws(ZMQError) {
        try socket.monitor { event in
            guarding.take(event)
            onStrangers?(event)
        }
    }

    private static func requestConnections(_ limits: WorkerLimits) -> ConnectionTable.Limits {
        connections(limits, established: min(limits.clients, openFiles / 4), perOwner: limits.connectionsPerClient)
    }

    private static func eventConnections(_ limits: WorkerLimits) -> ConnectionTable.Limits {
        connections(limits, established: min(limits.subscribers, openFiles / 8), perOwner: limits.subscribersPerClient)
    }

    private static func connections(
        _ limits: WorkerLimits,
        established: Int,
        perOwner: Int
    ) -> ConnectionTable.Limits {
        let new = max(1, min(limits.newConnections, openFiles / 16))
        return ConnectionTable.Limits(
            new: new,
            silent: new,
            established: max(1, established),
            perOwner: perOwner,
            // Somewhat more than libzmq gives it, whose clock began earlier.
            handshake: UInt64(limits.handshakeMilliseconds + 250) * 1_000_000
        )
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
        options.backlog = backlogs.requests
        return options
    }

    /// The bytes that an event takes in a subscriber's queue: libzmq's 64 for each of its two frames.
    private static var bytesPerEvent: Int { 128 }

    /// - Parameters:
    ///   - areShared: Whether others than the user can subscribe.
    ///   - transports: Over how many transports there can be as many subscribers as allowed.
    static func eventOptions(_ limits: WorkerLimits, areShared: Bool, transports: Int) -> ZMQSocketOptions {
        var options = ZMQSocketOptions.xpub
        // Of each subscriber that does not read, others may be queued than of the next.
        let share = limits.subscriberQueueBytes / max(1, transports * limits.subscribers)
        options.sendHighWaterMark = max(64, share / bytesPerEvent)
        options.backlog = backlogs.events
        // libzmq makes a node of each byte of a topic, and walks through all of them for each subscriber that leaves.
        options.maximumFrameBytes = EventTopic.longest + ZMQSocketOptions.subscriptionOverhead
        // Few messages come in, so it may always cost a look-up to know whose they are.
        options.identifiesPeers = true
        options.handshakeInterval = .milliseconds(limits.handshakeMilliseconds)
        // libzmq takes in all subscriptions that wait before anybody can count one, and those that come meanwhile: when
        // none may wait, it comes to an end. The name of a peer that has one takes a place for good in libzmq 4.3.4: it is
        // counted as written to the queue, and never as read.
        options.receiveHighWaterMark = areShared ? 2 : 1
        return options
    }

    /// Connections that wait to be accepted, which libzmq does also when no more are wanted.
    ///
    /// Fewer subscribers: for each that leaves, libzmq walks through the topics of all.
    private static var backlogs: (requests: Int, events: Int) { (min(128, max(16, openFiles / 16)), 32) }

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
        if clients.awaitsMessages { clients.heard(over: router.sourceDescriptor, from: request.peer) }
        return true
    }

    /// Ends what fills the memory, as far as it is known who does.
    ///
    /// - Parameter used: The bytes in use; `nil` when that grows no more.
    func memoryGrows(_ used: Int?) {
        clients.memoryGrows(used)
        subscribers?.memoryGrows(used)
    }

    func admits(_ request: borrowing ZMQMultipart) -> Bool {
        unread.admits(Self.number(of: request)) { clients.heard(over: router.sourceDescriptor, from: request.peer) }
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
        // Without a descriptor it is the end of a subscriber that is gone.
        guard let subscribers, let source = subscribers.heard(over: publisher.sourceDescriptor, from: publisher.peer)
        else { return subscription }
        if let peer = publisher.peer, !mayStay(peer) { subscribers.hangUp([source], Self.revoked) }
        let owner = subscribers.owner(of: source)
        let over = subscriptions.add(subscription.topic.count, of: source, owner: owner)
        if !over.isEmpty { subscribers.hangUp(over, "too many subscriptions") }
        return subscription
    }

    private static var revoked: String { "their keys were taken from the list" }

    /// Ends the event connections of all who may not be here any more; nobody else notices.
    func endRevokedSubscribers() {
        subscribers?.hangUpRemote(unless: mayStay, Self.revoked)
    }

    func publish(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        try publisher?.publish(message)
    }

    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer {
        node.schedule(after: delay, perform)
    }

    func offload(_ queue: OffloadQueue, _ work: @escaping @Sendable () -> Void, _ done: @escaping () -> Void) {
        lastJob += 1
        waiting[lastJob] = done
        offloader.submit(Offloader.Job(id: lastJob, work: work), to: queue)
    }

    /// A piece of offloaded work is done.
    func finished(_ id: Int) {
        waiting.removeValue(forKey: id)?()
    }

    func cancel(_ timer: ZMQTimer) {
        node.cancel(timer)
    }
}
