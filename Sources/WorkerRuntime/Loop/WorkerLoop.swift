internal import Journal
package import Logging
internal import Messages
internal import Platform
package import WorkerEngine
internal import ZeroMQ

/// A service at work: iterations, heartbeats, join markers, the care of its store, and the drain at its end.
///
/// Everything between the engine, which decides, and the transport, which carries. Used on one thread only.
package final class WorkerLoop<Transport: WorkerTransport> {
    /// How long after events a heartbeat follows, so that a subscriber soon knows that a lost one was the last.
    private static var heartbeatAfterEvents: Duration { .milliseconds(100) }
    /// How often a full journal loses its oldest rows, a chunk at a time.
    static var pruneInterval: Duration { .seconds(10) }
    /// How long after its start a service first looks whether something is to be tidied up.
    private static var firstMaintenance: Duration { .milliseconds(500) }
    /// This many answers leave as soon as they are there, unless a commit has to come first.
    ///
    /// Their callers read them, and ask again, while the rest is decided: with all answers at the end, a client and the
    /// worker would take turns at working. Fewer at a time would wake libzmq's thread more often than that saves.
    private static var answersAtOnce: Int { 128 }
    /// Lines about requests of one peer that came to the same and changed nothing, in each interval.
    private static var maxAlike: Int { 10 }

    let engine: RequestEngine
    let log: Logger
    let auditLog: Logger
    let transport: Transport
    private let publisher: EventPublisher<Transport>?
    let maintenanceInterval: Duration
    let onEnd: (WorkerEnd) -> Void

    /// Messages that are read together, and what they ask for.
    ///
    /// Like the answer they are swapped out of here while they are used: a call that gets what lies in an object gets a
    /// copy of it, for which references to all its parts are counted.
    private var requests = Array(repeating: RequestMessage(), count: RequestEngine.maxRead)
    private var texts: [RequestText] = []
    private var answer = ZMQMultipart()
    /// The background jobs that are done.
    private var finished: [Int] = []
    private var timers: Set<Transport.Timer> = []
    /// How much of what may be done between two looks at the sockets was done by iterations that have ended: see
    /// ``RequestEngine/iterationShare``.
    private var endedShare = 0.0
    private var isBurstHeartbeatDue = false
    /// Whether the log of this worker says that it is cut off from that of its stream.
    var isToldCutOff = false
    /// Refused writes that nobody waits for and that the log has reported.
    private var refusalsTold = 0
    /// Which troubles of a shared stream's log were reported, and whether the present one was.
    var troubles = LineLimit()
    var isTroubleTold = false
    /// Which faults of the service's own code were reported.
    private var faults = LineLimit()
    /// Whether a failed store is being tried again, or has been given up.
    var isRecovering = false
    /// The last check of the whole store that was begun.
    var wholeCheck: (any StoreCheck)?
    var drainProgress = DrainProgress()
    var auditQuota = AuditQuota(most: maxAlike)
    var isAuditQuotaRunning = false
    /// Whether the service has what it needs: see ``WorkerService/upgrade(in:)``.
    private var isUpgraded = false

    /// Begins to send heartbeats and to look after the store; requests are taken with ``tick()``.
    ///
    /// - Parameters:
    ///   - engine: What decides.
    ///   - transport: What carries.
    ///   - heartbeat: Between two heartbeats, by which subscribers hear of a stream in which nothing happens.
    ///   - maintenance: Between two questions to the service what there is to tidy up.
    ///   - log: Where it says what happens.
    ///   - audit: Where it says who wrote what; among what happens where it is `nil`.
    ///   - onEnd: Called when someone has asked for the end, and when the store was found damaged.
    package init(
        engine: RequestEngine,
        transport: Transport,
        heartbeat: Duration = .seconds(1),
        maintenance: Duration = .seconds(10),
        log: Logger,
        audit: AuditLog? = nil,
        onEnd: @escaping (WorkerEnd) -> Void
    ) {
        self.engine = engine
        self.transport = transport
        maintenanceInterval = maintenance
        self.log = log
        self.onEnd = onEnd
        auditLog = audit?.log ?? log
        engine.auditsLocal = audit?.isComplete ?? (log.logLevel <= .debug)
        publisher = engine.journal == nil ? nil : EventPublisher(service: engine.service.name, transport: transport)
        // Without a stream or a store nothing is to be done at rest, and the processor may sleep.
        if engine.journal != nil {
            every(heartbeat) { [self] in
                // Another worker, of another version, may write meanwhile.
                if engine.journal?.membership?.refusal != nil { isUpgraded = false }
                if !isUpgraded { upgrade() }
                watchStream()
                self.heartbeat()
            }
            after(Self.pruneInterval) { [self] in prune() }
            // Sooner than pruning: a service that is started again and again has to tidy up all the same.
            after(Self.firstMaintenance) { [self] in runMaintenance() }
            after(Self.firstMaintenance) { [self] in warnOfStore() }
        }
    }

    /// Drops all timers: nothing happens any more unless someone calls.
    package func close() {
        endAuditInterval()
        for timer in timers { transport.cancel(timer) }
        timers.removeAll()
    }

    // MARK: One tick

    /// Takes what is there, decides, commits once, answers, publishes.
    ///
    /// What waits for no commit is answered on the way, as an iteration of its own; together these iterations do no more work than
    /// one may.
    package func tick() {
        if !isUpgraded { upgrade() }
        // What was prepared elsewhere is older than what has just arrived.
        var taken = finished.count
        for id in finished { engine.finish(id) }
        finished.removeAll()
        var isOver = false
        while taken < maxTaken, endedShare + engine.iterationShare < 1 {
            let (count, bytes) = receive(atMost: maxTaken - taken)
            guard count > 0 else { break }
            decide(count)
            if bytes > RequestEngine.maxReadBytes {
                requests[count - 1] = RequestMessage()
                engine.trim()
            }
            taken += count
            isOver = engine.answerCount >= Self.answersAtOnce && !engine.awaitsCommit
            if isOver { endIteration() }
        }
        guard taken > 0 else { return }
        if !isOver { endIteration() }
        endedShare = 0
        engine.endTick()
    }

    /// How many messages are taken in a tick, before other sockets are read.
    private var maxTaken: Int { engine.limits.messagesPerTick * (engine.awaitsCommit ? 2 : 1) }

    /// Takes a few messages, of which the rest of an iteration has room for `limit`; only the last one can be large.
    private func receive(atMost limit: Int) -> (count: Int, bytes: Int) {
        var requests: [RequestMessage] = []
        swap(&requests, &self.requests)
        defer { swap(&requests, &self.requests) }
        let limit = min(limit, requests.count)
        var (count, bytes) = (0, 0)
        do {
            while count < limit, bytes <= RequestEngine.maxReadBytes {
                guard try transport.receive(into: &requests[count]) else { break }
                #if DEBUG
                    FailPoint.received.reach()
                #endif
                bytes += requests[count].byteCount
                count += 1
            }
        } catch {
            log.error("receiving failed", metadata: ["error": "\(error)"])
        }
        return (count, bytes)
    }

    /// Reads the messages that were taken, and then decides them: see ``RequestEngine/maxRead``.
    private func decide(_ count: Int) {
        var (requests, texts): ([RequestMessage], [RequestText]) = ([], [])
        swap(&requests, &self.requests)
        swap(&texts, &self.texts)
        defer {
            swap(&requests, &self.requests)
            swap(&texts, &self.texts)
        }
        var request = RequestMessage()
        // They were taken together. To read two clocks for each of them would take as long as a small answer's JSON.
        let arrival = engine.clock()
        // The last first: from the end of an array they are taken without a copy.
        for index in (0..<count).reversed() {
            swap(&request, &requests[index])
            texts.append(engine.read(request))
            swap(&request, &requests[index])
        }
        for index in 0..<count {
            // The others were taken already.
            if engine.isIterationFull { endIteration() }
            guard let text = texts.popLast() else { break }
            swap(&request, &requests[index])
            engine.decide(request, as: consume text, arrival: arrival)
            swap(&request, &requests[index])
        }
    }

    /// Commits what was decided, answers, publishes.
    private func endIteration() {
        endedShare += engine.iterationShare
        drainProgress.sawMessages()
        engine.commit()
        sendAnswers()
        publish()
        audit()
        for fault in engine.ledger.faults where faults.allows(fault, at: engine.clock().monotonic) {
            log.error("the service has a fault", metadata: ["fault": "\(fault)"])
        }
        engine.endIteration()
        startJobs()
        let refused = engine.statistics.refusedNotifications - refusalsTold
        if refused > 0 { log.notice("refused writes that nobody waits for", metadata: ["count": "\(refused)"]) }
        refusalsTold += refused
        watchStore()
        if engine.standard.takeSnapshotRequest() { makeSnapshot(behind: 1) }
        if engine.admission.isDrainRequested { onEnd(.drain) }
    }

    /// Does the jobs that this iteration's requests need first; each comes back in a later iteration.
    private func startJobs() {
        engine.forEachStartedJob { id, kind, work in
            transport.offload(kind, work: work) { [self] in
                finished.append(id)
                tick()
            }
        }
    }

    private func sendAnswers() {
        var answer = ZMQMultipart()
        swap(&answer, &self.answer)
        defer { swap(&answer, &self.answer) }
        for index in 0..<engine.answerCount {
            engine.withAnswer(index) { returnAddress, json, attachments in
                answer.begin(to: returnAddress, with: json)
                for attachment in attachments { answer.append(attachment) }
            }
            do {
                try transport.send(answer)
            } catch {
                // The caller is gone or does not read. Its write is kept, and the same key gets the answer again.
                engine.statistics.undeliverable += 1
            }
        }
    }

    private func publish() {
        let count = engine.committedEventCount
        guard let publisher, let journal = engine.journal, count > 0 else { return }
        #if DEBUG
            FailPoint.afterReply.reach()
        #endif
        if publisher.hasListeners {
            engine.forEachCommittedEvent { record in
                publisher.publish(record, epoch: journal.epoch)
                #if DEBUG
                    FailPoint.midPublish.reach()
                #endif
            }
        }
        published(count)
    }

    /// Publishes an event that another worker has decided.
    func publish(_ record: EventRecord) {
        guard let publisher, let journal = engine.journal, publisher.hasListeners else { return }
        publisher.publish(record, epoch: journal.epoch)
    }

    /// Counts events, and lets a heartbeat follow them.
    func published(_ count: Int) {
        guard count > 0 else { return }
        engine.statistics.eventsPublished += count
        guard !isBurstHeartbeatDue else { return }
        isBurstHeartbeatDue = true
        after(Self.heartbeatAfterEvents) { [self] in
            isBurstHeartbeatDue = false
            heartbeat()
        }
    }

    func heartbeat() {
        guard let publisher, let marker = engine.marker else { return }
        publisher.heartbeat(marker)
        engine.statistics.subscribers = publisher.subscribers
    }

    // MARK: Subscribers

    /// Reads who subscribes to what, and answers new subscribers.
    package func readSubscriptions() {
        publisher?.readSubscriptions { topic in join(topic) }
        for topic in transport.takeRefusals() {
            guard var marker = engine.marker else { return }
            marker.refused = StreamMarker.tooManyTopics
            publisher?.mark(topic, with: marker)
        }
    }

    /// Answers a new subscriber with the position above which everything reaches it.
    ///
    /// Its subscription has just been read from the transport, and this runs between iterations, so every event up to the marker
    /// was published before, and every later one is published to a socket that knows the subscription.
    private func join(_ topic: [UInt8]) {
        guard let publisher, let marker = engine.marker else { return }
        publisher.mark(topic, with: marker)
        engine.statistics.markers += 1
        engine.statistics.subscribers = publisher.subscribers
    }

    // MARK: Data that change without a request

    /// Makes the service change what an earlier version has left, before any other write of this worker.
    private func upgrade() {
        do {
            guard let isMade = try engine.upgrade() else { return }
            isUpgraded = true
            guard isMade else { return }
            publish()
            engine.endIteration()
        } catch {
            // A store that fails is tried again, and the upgrade with it; no write is taken meanwhile.
            if let error = error as? StorageError { engine.ledger.storeFailed(error) }
            guard engine.ledger.failure == nil else { return watchStore() }
            for fault in engine.ledger.faults { log.error("the service has a fault", metadata: ["fault": "\(fault)"]) }
            log.critical("the upgrade of the store failed", metadata: ["error": "\(error)"])
            let failure = StorageError(.corrupt, "the upgrade of the store failed: \(error)")
            engine.ledger.storeFailed(failure)
            onEnd(.damage(failure))
        }
    }

    /// Reads the service's data again.
    package func reload() {
        guard let reload = engine.service.reload else {
            log.info("there is nothing to read again")
            return
        }
        do {
            try engine.change("\(engine.service.name.rawValue).reload", by: reload)
            log.info("read the data again")
        } catch {
            log.error("reading the data again failed; the old ones are still served", metadata: ["error": "\(error)"])
        }
        publish()
        engine.endIteration()
        watchStore()
    }

    // MARK: Timers

    func after(_ delay: Duration, perform: @escaping () -> Void) {
        var timer: Transport.Timer?
        timer = transport.schedule(after: delay) { [self] in
            if let timer { timers.remove(timer) }
            perform()
        }
        if let timer { timers.insert(timer) }
    }

    private func every(_ interval: Duration, perform: @escaping () -> Void) {
        after(interval) { [self] in
            perform()
            every(interval, perform: perform)
        }
    }
}
