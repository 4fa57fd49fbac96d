internal import Logging
internal import Messages
internal import Storage
internal import ZeroMQ

/// A service between its start and its end: the engine, its sockets, its timers.
///
/// Used only on the node's thread, by the worker's actor and the node's callbacks.
final class LiveWorker<Service: WorkerService> {
    /// How long after events a heartbeat follows, so that a subscriber soon knows that a lost one was the last.
    private static var heartbeatAfterEvents: Duration { .milliseconds(100) }
    /// How often a failed store is tried again.
    private static var recoveryInterval: Duration { .milliseconds(500) }
    /// How often a full journal loses its oldest rows, a bite at a time.
    private static var pruneInterval: Duration { .seconds(10) }

    let engine: RequestEngine<Service>
    let node: ZMQNode
    let log: Logger
    let router: RouterSocket
    let publisher: EventPublisher?
    private let endpoints: WorkerEndpoints
    private let locks: [ProcessLock]
    private let heartbeatInterval: Duration
    private let onDrainRequested: () -> Void

    private var request = ZMQMultipart()
    private var answer = ZMQMultipart()
    private var timers: Set<ZMQTimer> = []
    private var isBurstHeartbeatDue = false
    private var isRecovering = false
    private var drain = DrainProgress()

    /// Opens the sockets and begins to answer.
    ///
    /// - Throws: ``ZMQError`` when an endpoint cannot be bound; what was opened is closed again.
    init(
        engine: RequestEngine<Service>,
        node: ZMQNode,
        endpoints: WorkerEndpoints,
        heartbeatInterval: Duration,
        locks: [ProcessLock],
        log: Logger,
        onDrainRequested: @escaping () -> Void
    ) throws {
        self.engine = engine
        self.node = node
        self.endpoints = endpoints
        self.locks = locks
        self.heartbeatInterval = heartbeatInterval
        self.log = log
        self.onDrainRequested = onDrainRequested
        var options = ZMQSocketOptions.router
        options.maximumFrameBytes = engine.limits.frameBytes
        // The routing id and the delimiter stand before those that the limit counts; one more shows an excess.
        options.maximumFrames = engine.limits.frames + 3
        // Answers wait for a peer that does not read them, up to this many; a client within its limit never has more.
        options.sendHighWaterMark = 2 * engine.limits.requestsPerPeer
        router = try node.makeRouter(options)
        var opened: EventPublisher?
        do {
            // Events first: whoever gets an answer can already subscribe to what it caused.
            if engine.journal != nil {
                opened = try EventPublisher(node: node, service: engine.service.name, endpoints: endpoints.events)
            }
            let router = router
            let bound = try endpoints.rpc.map { endpoint throws(ZMQError) in try router.bind(endpoint) }
            engine.endpoints = (bound.map(\.description), opened?.endpoints.map(\.description) ?? [])
        } catch {
            router.close()
            opened?.close()
            endpoints.removeSocketFiles()
            throw error
        }
        publisher = opened
        node.whenReadable(router) { [self] in turn() }
        publisher?.onJoin = { [self] topic in join(topic) }
        every(heartbeatInterval) { [self] in heartbeat() }
        if engine.journal != nil { after(Self.pruneInterval) { [self] in prune() } }
    }

    /// Closes the sockets, the journal and the locks, in that order: nobody else may bind or open before.
    func close() {
        for timer in timers { node.cancel(timer) }
        timers.removeAll()
        router.close()
        publisher?.close()
        endpoints.removeSocketFiles()
        engine.journal?.close()
        for lock in locks { lock.release() }
    }

    // MARK: One turn

    /// Takes what is there, decides, commits once, answers, publishes.
    private func turn() {
        var taken = 0
        let refusedBefore = engine.statistics.refusedNotifications
        do {
            while taken < engine.limits.messagesPerTurn, !engine.isTurnFull, try router.receive(into: &request) {
                engine.receive(request)
                taken += 1
            }
        } catch {
            log.error("receiving failed", metadata: ["error": "\(error)"])
        }
        guard taken > 0 else { return }
        drain.sawMessages()
        engine.commit()
        sendAnswers()
        publish()
        engine.endTurn()
        let refused = engine.statistics.refusedNotifications - refusedBefore
        if refused > 0 { log.notice("refused writes that nobody waits for", metadata: ["count": "\(refused)"]) }
        watchStore()
        if engine.isDrainRequested { onDrainRequested() }
    }

    private func sendAnswers() {
        for index in 0..<engine.answerCount {
            engine.writeAnswer(index, to: &answer)
            do {
                try router.send(answer)
            } catch {
                // The caller is gone or does not read. Its write is kept, and the same key gets the answer again.
                engine.statistics.undeliverable += 1
            }
        }
    }

    private func publish() {
        guard let publisher, let journal = engine.journal, !engine.committedEvents.isEmpty else { return }
        if publisher.hasListeners {
            for record in engine.committedEvents {
                publisher.publish(record, epoch: journal.epoch)
            }
        }
        engine.statistics.eventsPublished += engine.committedEvents.count
        guard !isBurstHeartbeatDue else { return }
        isBurstHeartbeatDue = true
        after(Self.heartbeatAfterEvents) { [self] in
            isBurstHeartbeatDue = false
            heartbeat()
        }
    }

    private func heartbeat() {
        guard let publisher, let marker = engine.marker else { return }
        publisher.heartbeat(marker)
        engine.statistics.subscribers = publisher.subscribers
    }

    /// Answers a new subscriber with the position above which everything reaches it.
    ///
    /// Its subscription has just been read from the XPUB, and this runs between turns, so every event up to the marker
    /// was published before, and every later one is published to a socket that knows the subscription.
    private func join(_ topic: [UInt8]) {
        guard let publisher, let marker = engine.marker else { return }
        publisher.mark(topic, marker)
        engine.statistics.markers += 1
        engine.statistics.subscribers = publisher.subscribers
    }

    /// Reads the service's data again.
    func reload() {
        guard let reload = engine.service.reload else {
            log.info("there is nothing to read again")
            return
        }
        do {
            try engine.change("\(engine.service.name.rawValue).reload", reload)
            log.info("read the data again")
        } catch {
            log.error("reading the data again failed; the old ones are still served", metadata: ["error": "\(error)"])
        }
        publish()
        engine.endTurn()
        watchStore()
    }

    // MARK: Care of the store

    /// Begins to look after a store that has failed, whoever noticed it.
    private func watchStore() {
        guard let failure = engine.storageFailure, !isRecovering else { return }
        log.error("the store failed; no write is taken until it works again", metadata: ["error": "\(failure)"])
        recoverLater()
    }

    private func recoverLater() {
        isRecovering = true
        after(Self.recoveryInterval) { [self] in
            if engine.recoverStorage() {
                isRecovering = false
                log.info("the store works again")
            } else {
                recoverLater()
            }
        }
    }

    private func prune() {
        let hasMore = engine.prune()
        watchStore()
        // The next bite comes soon, but not in one long stop.
        after(hasMore ? .milliseconds(20) : Self.pruneInterval) { [self] in prune() }
    }

    // MARK: The end

    /// Refuses new work, answers what was accepted, and returns when callers have gone quiet.
    ///
    /// It ends within about a second even under load: whoever still sends is told `UNAVAILABLE` until then.
    func drain() async {
        // Not unbound: in libzmq 4.3.4 that would end the connections that were accepted, with their answers.
        engine.isDraining = true
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            watchDrain(done)
        }
        heartbeat()
    }

    private func watchDrain(_ done: CheckedContinuation<Void, Never>) {
        after(DrainProgress.step) { [self] in
            if drain.stepped() {
                done.resume()
            } else {
                watchDrain(done)
            }
        }
    }

    // MARK: Timers

    private func after(_ delay: Duration, _ perform: @escaping () -> Void) {
        var timer: ZMQTimer?
        timer = node.schedule(after: delay) { [self] in
            if let timer { timers.remove(timer) }
            perform()
        }
        if let timer { timers.insert(timer) }
    }

    private func every(_ interval: Duration, _ perform: @escaping () -> Void) {
        after(interval) { [self] in
            perform()
            every(interval, perform)
        }
    }
}
