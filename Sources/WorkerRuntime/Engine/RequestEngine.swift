package import Messages
package import Storage
internal import WireJSON
package import ZeroMQ

/// The synchronous heart of a service: messages in, durable decisions, replies and events out.
///
/// It owns no socket, reads no clock but the one it is given, and never waits for anything but the journal, so the same
/// code runs behind a ROUTER and in a test. A turn is: ``read(_:)`` and ``decide(_:_:isAdmitted:)`` for each message there
/// is, ``commit()`` once, then the replies, then the events. Nothing is told to anybody before ``commit()`` has made it
/// durable. A round of several turns may come between two looks at the sockets: see ``endRound()``.
package final class RequestEngine {
    /// The longest request id that becomes an event's `causationid`, in bytes.
    private static var longestCausation: Int { 128 }
    /// Bytes of replies after which a turn takes no more messages.
    private static var fullTurn: Int { 4 << 20 }
    /// Events looked at by replays after which a turn answers no more of them: some ten milliseconds of work.
    private static var mostExaminedInTurn: Int { 8_000 }

    private static func isFitForEvents(_ id: String) -> Bool {
        guard id.utf8.count <= longestCausation else { return false }
        let bytes = id.utf8.span
        return bytes.indices.allSatisfy { bytes[$0] >= 0x20 && bytes[$0] != 0x7F }
    }

    let service: RegisteredService
    let identity: ServiceIdentity
    let limits: WorkerLimits
    let journal: (any Journal)?
    let clock: () -> Moment
    let uptime: () -> Int
    let methods: [RegisteredMethod]
    /// Where the requests for each of them are counted.
    let records: [MethodRecords.Index]
    var statistics: WorkerStatistics
    /// Events looked at by replays in this turn.
    var examinedInTurn = 0

    /// Where the service can be reached, for `service.info`.
    package var endpoints = (rpc: [String](), events: [String]())
    /// Says who sent a message, by what its connection knows; `nil` for somebody who may not be here.
    package var access: (ZMQPeer?) -> PeerAccess? = { _ in .local }
    /// Whether writes of the user himself are told too.
    package var auditsLocal = false
    /// Set by the worker when it stops taking work; everything but the standard methods is then refused.
    package var isDraining = false
    /// Whether somebody asked for a drain by `service.drain`.
    package internal(set) var isDrainRequested = false
    /// Why the store cannot be used; `nil` while it can.
    package internal(set) var storageFailure: StorageError?

    var head: StreamHead
    var turn = Turn()
    /// What to go back to when a commit fails, and the time of the whole batch, in milliseconds since 1970-01-01 UTC.
    var saved: (head: StreamHead, time: Int)?
    /// How the service's methods get to its tables.
    let store: StoreAccess
    var offloadedRequests = OffloadedRequests()
    var startedJobs: [StartedJob] = []
    var admission: Admission
    let reader: JSONReader
    var fingerprints = Fingerprint()
    var replies: ReplyWriter
    var result = JSONWriter(capacity: 4_096)
    /// Lent to each write, so that it need not make its own.
    var drafts = WriteDrafts()
    /// Whether the message at hand is a batch, and where its replies begin in the turn's bytes.
    var isBatch = false
    private var firstByte = 0
    /// Where the request at hand is counted; those that name no method share one record.
    var record: MethodRecords.Index
    private let unnamed: MethodRecords.Index
    /// Who sent the message at hand.
    private(set) var caller: PeerAccess?
    var now: Moment
    /// The time of the newest write, in milliseconds since 1970-01-01 UTC.
    var lastWriteTime = 0

    /// Makes the engine of a service and loads its state.
    ///
    /// - Parameters:
    ///   - service: What to serve.
    ///   - journal: Where writes become durable; `nil` for a service that only reads.
    ///   - limits: How much to take at once.
    ///   - processID: A UUID of this process, for `service.ping`.
    ///   - clock: Both clocks, read for each message, and again before what has a deadline and comes later: the requests of
    ///     a batch, and work that was done elsewhere first.
    ///   - uptime: Milliseconds since the machine was started, by which keys grow old.
    /// - Throws: ``StorageError`` when the levels cannot be read, or what the service says of them.
    package init(
        service: some WorkerService,
        journal: (any Journal)?,
        limits: WorkerLimits = WorkerLimits(),
        processID: String,
        clock: @escaping () -> Moment = Moment.now,
        uptime: @escaping () -> Int = Moment.uptime
    ) throws {
        self.journal = journal
        self.limits = limits
        self.clock = clock
        self.uptime = uptime
        let levels = service.loadsLevels ? try journal?.loadLevels() ?? [] : []
        let registered = try RegisteredService(service, levels: levels, hasJournal: journal != nil)
        self.service = registered
        store = StoreAccess(journal, hasTables: registered.hasTables)
        replies = ReplyWriter(source: service.name.source, epoch: journal?.epoch)
        identity = ServiceIdentity(name: service.name.program, id: processID)
        admission = Admission(limits)
        reader = JSONReader(limits: limits.json, holding: Self.mostRead)
        let start = clock()
        now = start
        var statistics = WorkerStatistics(started: start)
        unnamed = statistics.methods.index(of: "-")
        record = unnamed
        var methods = registered.methods
        if journal != nil { methods += [EventsReplay.method(source: service.name.source), WriteOutcome.method] }
        self.methods = methods
        records = methods.map { statistics.methods.index(of: $0.definition.name) }
        self.statistics = statistics
        head = StreamHead(of: journal, levels)
        lastWriteTime = journal?.lastTime ?? 0
    }

    /// Decides everything in one message.
    ///
    /// - Parameters:
    ///   - message: The routing id, an optional empty delimiter, the JSON frame, attachments.
    ///   - text: What ``read(_:)`` has found in it.
    ///   - isReading: Whether its sender may be answered; `false` while it leaves too many answers unread.
    ///   - arrival: When it was taken; `nil` for now.
    package func decide(
        _ message: ZMQMultipart,
        _ text: consuming RequestText,
        isAdmitted isReading: Bool = true,
        arrival: Moment? = nil
    ) {
        guard !message.isEmpty else { return }
        now = arrival ?? clock()
        caller = access(message.peer)
        let (hasDelimiter, body) = Self.envelope(of: message)
        let firstSlot: Int
        (firstSlot, firstByte) = turn.end
        isBatch = false
        record = unnamed
        var attachments: [[UInt8]] = []
        do throws(RPCError) {
            switch consume text {
            case .single(let request):
                let isAdmitted = isReading && admission.admitOne()
                execute(request, isAdmitted: isAdmitted, of: message, body: body, slot: firstSlot, &attachments)
            case .batch(let requests):
                guard message.count == body + 1 else {
                    throw RPCError(.invalidRequest, "a batch carries no attachments")
                }
                isBatch = true
                let isAdmitted = isReading && admission.admit(requests.count, of: message.frame(0))
                for request in requests {
                    let slot = turn.slots.count
                    execute(request, isAdmitted: isAdmitted, of: message, body: body, slot: slot, &attachments)
                }
            case .invalid(let error):
                throw error
            }
        } catch {
            refuse(nil, isKeyed: false, .settled, error)
        }
        turn.answer(
            from: firstSlot,
            to: message.span(of: 0),
            hasDelimiter: hasDelimiter,
            isBatch: isBatch,
            attachments: attachments
        )
    }

    // MARK: One request

    private func execute(
        _ decoded: consuming Result<Request, Request.Refusal>,
        isAdmitted: Bool,
        of message: ZMQMultipart,
        body position: Int,
        slot: Int,
        _ attachments: inout [[UInt8]]
    ) {
        defer { if let failure = store.takeFailure() { storeFailed(failure) } }
        let request: Request
        switch consume decoded {
        case .success(let sound): request = sound
        case .failure(let refusal):
            refuse(refusal.id, isKeyed: false, .settled, refusal.error)
            return
        }
        record = unnamed
        var standing = Turn.Standing.settled
        var isWrite = false
        defer { if isWrite { audit(request, by: caller, slot: slot) } }
        do throws(RPCError) {
            // Before anything else is told: somebody who may not be here learns nothing but that.
            let peer = try requireCaller()
            guard isAdmitted else {
                throw Self.retryLater(.overloaded, "too many requests or unread answers wait", 100)
            }
            result.removeAll()
            guard let index = methods.firstIndex(where: { $0.definition.name == request.method }) else {
                guard let method = StandardMethods.named(request.method) else { throw unknownMethod(request.method) }
                record = statistics.methods.index(of: request.method)
                isWrite = method.kind == .write
                try requireRole(method.role, of: peer, for: request.method)
                try checkDeadline(request, at: isBatch ? clock() : now)
                try checkRoom(for: 0)
                answerStandardMethod(request, into: &result)
                try checkRoom(for: result.bytes.count)
                reply(to: request, .settled, result.bytes[...], sequence: committedSequence)
                return
            }
            record = records[index]
            isWrite = methods[index].isWrite
            try requireRole(methods[index].definition.role, of: peer, for: request.method)
            guard !isDraining else { throw Self.retryLater(.unavailable, "the service is ending", 500) }
            // Nothing was done yet since the arrival but to read the message, unless others of a batch came before.
            try checkDeadline(request, at: isBatch ? clock() : now)
            // A read that nobody is told the result of has no effect that anybody could see.
            guard request.id != nil || isWrite else { return }
            switch methods[index].handler {
            case .read(let body):
                standing = .undecided
                try checkRoom(for: 0)
                var context = readContext(at: now.wall, by: peer, isInBatch: isBatch)
                try body(request.params, &context, &result)
                try checkRoom(for: result.bytes.count)
                attachments = try Self.attachments(of: context, request.method)
                reply(to: request, standing, result.bytes[...], sequence: head.sequence)
            case .offloadingRead(let body):
                standing = .undecided
                try checkRoom(for: 0)
                var context = readContext(at: now.wall, by: peer, isInBatch: isBatch)
                if let job = try body(request.params, &context, &result) {
                    guard !isBatch else { throw Self.noPartOfBatch(request.method) }
                    return try start(job, request, [], by: peer, of: message, hasDelimiter: position == 2)
                }
                try checkRoom(for: result.bytes.count)
                attachments = try Self.attachments(of: context, request.method)
                reply(to: request, standing, result.bytes[...], sequence: head.sequence)
            case .readCommitted(let body):
                commit()
                guard examinedInTurn < Self.mostExaminedInTurn else {
                    throw Self.retryLater(.overloaded, "too much of the past was asked for at once", 20)
                }
                try checkRoom(for: 0)
                var context = readContext(at: now.wall, by: peer, isInBatch: isBatch, isCommitted: true)
                try body(request.params, &context, &result)
                statistics.eventsReplayed += context.replayed.returned
                examinedInTurn += context.replayed.examined
                try checkRoom(for: result.bytes.count)
                attachments = try Self.attachments(of: context, request.method)
                reply(to: request, .settled, result.bytes[...], sequence: head.sequence)
            case .write(let body):
                guard request.id != nil else {
                    statistics.refusedNotifications += 1
                    return
                }
                standing = .undecided
                try write(request, Self.attachments(of: message, after: position), by: peer, body)
            case .offloadingWrite(let body):
                guard !isBatch else { throw Self.noPartOfBatch(request.method) }
                guard request.id != nil else {
                    statistics.refusedNotifications += 1
                    return
                }
                standing = .undecided
                let frames = Self.attachments(of: message, after: position)
                try prepare(request, frames, by: peer, of: message, hasDelimiter: position == 2, body)
            }
        } catch {
            // A notification is never answered.
            guard request.id != nil else { return }
            refuse(request.id, isKeyed: request.meta.idempotencyKey != nil, standing, error)
        }
    }

    private func write(
        _ request: Request,
        _ attachments: [[UInt8]],
        by peer: PeerAccess,
        _ body: RegisteredMethod.Write
    ) throws(RPCError) {
        guard let journal else { throw unknownMethod(request.method) }
        var fingerprint: [UInt8] = []
        let key = request.meta.idempotencyKey.map { peer.storedKey($0) }
        if let key {
            fingerprint = fingerprints.of(request, attachments: attachments)
            if try answerDuplicate(key, fingerprint, request, by: peer, journal) { return }
        }
        try write(request, key, fingerprint, by: peer, body)
    }

    /// Decides a write whose key is not known, and adds it to the batch.
    func write(
        _ request: Request,
        _ key: String?,
        _ fingerprint: [UInt8],
        by peer: PeerAccess,
        _ body: RegisteredMethod.Write
    ) throws(RPCError) {
        result.removeAll()
        if let storageFailure {
            // What is wrong with the request itself is told first, as ever; its effect is taken back. With tables,
            // only the store could say.
            if !service.hasTables {
                var context = WriteContext(
                    id: String(head.entry + 1),
                    time: now.wall,
                    peer: peer,
                    store: store,
                    drafts: WriteDrafts()
                )
                try service.state.discardingChanges { () throws(RPCError) in
                    try body(request.params, &context, &result)
                }
            }
            throw Self.refusal(of: storageFailure, isApplied: false)
        }
        var context = beginWrite(by: peer)
        try decide(request.params, &context, body)
        let id = request.id.map(\.description)
        turn.append(
            request.method,
            key: key,
            fingerprint: fingerprint,
            result: context.storedResult ?? result.bytes,
            // A peer chooses its ids; CloudEvents allow no control characters, and an endless one must not be copied
            // into every event it causes.
            causationID: id.flatMap { Self.isFitForEvents($0) ? $0 : nil },
            traceparent: request.meta.traceparent,
            &context,
            after: &head
        )
        drafts = context.takeDrafts()
        reply(to: request, .applied, result.bytes[...], sequence: head.sequence)
    }

    /// What a read has attached to its reply.
    static func attachments(of context: ReadContext, _ method: String) throws(RPCError) -> [[UInt8]] {
        guard !context.isInBatch || context.attachments.isEmpty else { throw noPartOfBatch(method) }
        return context.attachments
    }

    private static func noPartOfBatch(_ method: String) -> RPCError {
        RPCError(.invalidRequest, "\(method) cannot be part of a batch")
    }

    private static func attachments(of message: ZMQMultipart, after body: Int) -> [[UInt8]] {
        (body + 1..<max(body + 1, message.count)).map { message.frame($0) }
    }

    func readContext(
        at time: Int,
        by peer: PeerAccess,
        isInBatch: Bool = false,
        isCommitted: Bool = false
    ) -> ReadContext {
        ReadContext(time: time, peer: peer, isInBatch: isInBatch, isCommitted: isCommitted, store: store)
    }

    /// Refuses a read whose answer would make a batch's reply too large; one that can no longer fit is not even begun.
    ///
    /// What is kept back is for the answers to writes, which are always given, and for errors.
    private func checkRoom(for bytes: @autoclosure () -> Int) throws(RPCError) {
        guard isBatch else { return }
        let room = limits.frameBytes * 3 / 4
        guard turn.bytes.count - firstByte + bytes() < room else {
            throw RPCError(.payloadTooLarge, "the answer does not fit into the batch's reply; ask again, alone")
        }
    }

    func checkDeadline(_ request: Request, at moment: @autoclosure () -> Moment) throws(RPCError) {
        guard let timeout = request.meta.timeoutMilliseconds else { return }
        let elapsed = moment().monotonic - now.monotonic
        guard elapsed / 1_000_000 < UInt64(timeout) else {
            throw RPCError(.deadlineExceeded, "the \(timeout) ms were over before work began")
        }
    }

    func unknownMethod(_ name: String) -> RPCError {
        var error = RPCError(.methodNotFound, "\(service.name.program) has no method \"\(name.prefix(64))\"")
        error.suggestions = NearestNames.find(
            name,
            in: StandardMethods.all.map(\.name) + methods.map(\.definition.name)
        )
        return error
    }

    static func retryLater(_ reason: ErrorReason, _ detail: String, _ milliseconds: Int) -> RPCError {
        var error = RPCError(reason, detail)
        error.retryAfterMilliseconds = milliseconds
        return error
    }

    /// Ends the turn after its replies were sent and its events published.
    package func endTurn() {
        let end = clock().monotonic
        turn.count(until: end, in: &statistics.methods)
        statistics.recordTurn(requests: turn.slots.count)
        turn.removeAll()
        examinedInTurn = 0
    }

    /// Ends a round: the turns between two looks at the sockets, which share the limits on requests.
    package func endRound() {
        statistics.recordQueue()
        admission.removeAll()
    }

    /// Whether the turn has become so much work that the rest should wait for the next: other sockets, timers and
    /// heartbeats have their turn in between.
    package var isTurnFull: Bool { turnShare >= 1 }

    /// How much of that work the turn has done; from 1 on it is full.
    var turnShare: Double {
        max(
            Double(turn.bytes.count) / Double(Self.fullTurn),
            Double(examinedInTurn) / Double(Self.mostExaminedInTurn)
        )
    }
}
