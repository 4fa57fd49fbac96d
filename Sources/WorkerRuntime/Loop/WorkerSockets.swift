internal import Messages
internal import PeerGuard
internal import WorkerEngine
internal import ZeroMQ

/// A worker's transport on libzmq: a ROUTER for requests, an XPUB for events, and the timers of their node.
final class WorkerSockets: WorkerTransport {
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
    private let limits: WorkerLimits
    private let accessControl: AccessControl
    /// The message that was taken last.
    private var received = ZMQMultipart()
    /// The join topics of those who asked for too much and do not know it yet.
    private var refusals: [[UInt8]] = []

    /// Makes the sockets, and binds what only the user can reach; ``openGuarded(by:)`` binds the rest.
    ///
    /// - Parameters:
    ///   - dependencies: What the worker is given by its process.
    ///   - endpoints: Where to bind.
    ///   - hasEvents: Whether there is a stream to publish.
    ///   - accessControl: Who may connect, and who sends a message.
    ///   - offloader: Who does work away from the thread; its owner calls ``finished(_:)``.
    ///   - onConnections: Called on every change in the connections of the request socket, or of the event socket.
    /// - Throws: ``ZMQError`` when an endpoint cannot be bound; what was opened is closed again.
    init(
        _ dependencies: Worker.Dependencies,
        endpoints: WorkerEndpoints,
        hasEvents: Bool,
        accessControl: AccessControl,
        offloader: Offloader,
        onConnections: @escaping (ZMQNode.BoundRole, ConnectionCounts) -> Void
    ) throws(ZMQError) {
        let node = dependencies.node
        let limits = dependencies.configuration.limits
        self.node = node
        self.offloader = offloader
        self.endpoints = endpoints
        self.accessControl = accessControl
        self.limits = limits
        unread = UnreadAnswers(
            perPeer: limits.unreadBytesPerPeer,
            total: limits.unreadBytes,
            maxWaiting: limits.answersPerPeer
        )
        let onStrangers: ((ZMQMonitorEvent) -> Void)? = endpoints.areShared ? { accessControl.watch($0) } : nil
        let router = try node.makeRouter(.requests(limits, identifiesPeers: endpoints.areShared))
        self.router = router
        let clients = ConnectionGuard(
            "request",
            of: router,
            node: node,
            limits: .requests(limits),
            log: dependencies.log
        ) { onConnections(.router, $0) }
        self.clients = clients
        var publisher: XPubSocket?
        var subscribers: ConnectionGuard?
        do {
            if hasEvents {
                let transports = Set(endpoints.events.map { $0.security == .local }).count
                let socket = try node.makeXPub(
                    .events(limits, areShared: endpoints.areShared, transports: transports)
                )
                publisher = socket
                let guarding = ConnectionGuard(
                    "event",
                    of: socket,
                    node: node,
                    limits: .events(limits),
                    log: dependencies.log
                ) { onConnections(.xpub, $0) }
                subscribers = guarding
                try Self.guardConnections(of: socket, by: guarding, onStrangers)
                socket.onFlood { guarding.hangUp(over: $0, because: "a message has too many frames") }
                // Events first: anyone who gets an answer can already subscribe to what it caused.
                try guarding.listen(at: endpoints.events.filter { $0.security == .local })
            }
            try Self.guardConnections(of: router, by: clients, onStrangers)
            router.onFlood { clients.hangUp(over: $0, because: "a message has too many frames") }
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

    /// Says what to do when there are requests, and when there are wishes of subscribers.
    func whenReadable(requests: @escaping () -> Void, subscriptions: @escaping () -> Void) {
        node.whenReadable(router, perform: requests)
        if let publisher { node.whenReadable(publisher, perform: subscriptions) }
    }

    func close() {
        clients.close()
        subscribers?.close()
        router.close()
        publisher?.close()
        endpoints.removeSocketFiles()
    }

    func receive(into request: inout RequestMessage) throws(ZMQError) -> Bool {
        // Swapped out of here while it is used: a call that gets what lies in an object gets a copy of it.
        var message = ZMQMultipart()
        swap(&message, &received)
        defer { swap(&message, &received) }
        guard try router.receive(into: &message) else { return false }
        if clients.awaitsMessages { clients.heard(over: router.sourceDescriptor, from: message.peer) }
        request.take(message, within: limits)
        request.peer = accessControl.access(of: message.peer)
        request.isAdmitted = unread.admits(request.connection) {
            clients.heard(over: router.sourceDescriptor, from: message.peer)
        }
        return true
    }

    /// Ends what fills the memory, as far as it is known who does.
    ///
    /// - Parameter used: The bytes in use; `nil` when that grows no more.
    func memoryGrows(_ used: Int?) {
        clients.memoryGrows(used)
        subscribers?.memoryGrows(used)
    }

    func send(_ answer: borrowing ZMQMultipart) throws(ZMQError) {
        try router.send(answer)
        let left = unread.add(answer.byteCount, for: RequestMessage.connection(of: answer))
        if !left.isEmpty { clients.hangUp(left, because: "too many answers are left unread") }
    }

    func receiveSubscription() throws(ZMQError) -> ZMQSubscription? {
        guard let publisher, let subscribers else { return nil }
        let subscription = try publisher.receiveSubscription()
        subscribers.readsSubscriptions(toTheEnd: subscription == nil)
        // Without a descriptor it is the end of a subscriber that is gone.
        guard let subscription, let source = subscribers.heard(over: publisher.sourceDescriptor, from: publisher.peer)
        else { return subscription }
        if let peer = publisher.peer, accessControl.access(of: peer) == nil {
            subscribers.hangUp([source], because: Self.revoked)
        }
        refusals += subscribers.asked(
            for: subscription.topic,
            isJoin: subscription.isSubscribed && EventTopic.isJoin(subscription.topic),
            over: source
        )
        return subscription
    }

    func takeRefusals() -> [[UInt8]] {
        defer { refusals.removeAll() }
        return refusals
    }

    private static var revoked: String { "their keys were taken from the list" }

    /// Ends the event connections of all who may not be here any more; nobody else notices.
    func endRevokedSubscribers() {
        subscribers?.hangUpRemote(unless: { accessControl.access(of: $0) != nil }, because: Self.revoked)
    }

    func publish(_ message: borrowing ZMQMultipart) throws(ZMQError) {
        try publisher?.send(message)
    }

    func schedule(after delay: Duration, _ perform: @escaping () -> Void) -> ZMQTimer {
        node.schedule(after: delay, perform)
    }

    func offload(_ kind: JobKind, work: @escaping @Sendable () -> Void, done: @escaping () -> Void) {
        lastJob += 1
        waiting[lastJob] = done
        offloader.submit(lastJob, of: kind, work: work)
    }

    /// A piece of offloaded work is done.
    func finished(_ id: Int) {
        waiting.removeValue(forKey: id)?()
    }

    func cancel(_ timer: ZMQTimer) {
        node.cancel(timer)
    }
}
