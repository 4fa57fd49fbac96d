package import Journal
internal import Messages
package import OTLPTracing
package import Platform
internal import WireJSON

/// The synchronous heart of a service: messages in, durable decisions, replies and events out.
///
/// It ties four parts together: ``Admission`` says whether a call may be done, ``Dispatch`` finds its method and has it
/// done, ``Ledger`` keeps what writes have changed and makes it durable, ``Responses`` holds the replies.
///
/// It owns no socket, reads no clock but the one it is given, and never waits for anything but the journal, so the same
/// code runs behind a ROUTER and in a test. An iteration is: ``read(_:)`` and ``decide(_:as:arrival:)`` for each
/// message there is, ``commit()`` once, then the replies, then the events. Nothing is asked to anybody before
/// ``commit()`` has made it durable. A tick of several iterations may come between two looks at the sockets: see
/// ``endTick()``.
package final class RequestEngine {
    /// What an engine is given by its process.
    package struct Dependencies {
        /// A UUID of this process, for `service.ping`.
        package let processID: String
        /// How much to take at once.
        package var limits = WorkerLimits()
        /// Both clocks, read for each message, and again before what has a deadline and comes later: the requests of a
        /// batch, and work that was done elsewhere first.
        package var clock: () -> Moment = Moment.now
        /// The clock that nobody can set, by which keys and deletion addresses grow old.
        package var bootClock: () -> BootMoment = SystemClock.bootClock()
        /// Where it is reported how requests went; `nil` where nobody wants to know.
        package var tracer: OTLPTracer?
        package var figures = ProcessFigures()

        package init(processID: String) { self.processID = processID }
    }

    package let service: RegisteredService
    package let limits: WorkerLimits
    package let clock: () -> Moment
    package let statistics: WorkerStatistics
    package let ledger: Ledger
    package let admission: Admission
    package let standard: StandardMethods
    let dispatch: Dispatch
    var responses: Responses
    let reader: JSONReader
    /// Batches of this iteration that are durable and whose events are not published yet; nearly every one has one.
    var committed: [JournalBatch] = []
    /// Who asked for which write in this iteration.
    var audits: [AuditEntry] = []
    /// The jobs that this iteration's requests need and that are to be begun now.
    var startedJobs: [Int] = []
    /// Where requests are counted that name no method.
    let unnamed: MethodRecords.Index

    /// Where it is logged how requests went; `nil` where nobody wants to know.
    var spans: RequestSpans?
    /// Whether writes of the user himself are logged too.
    package var auditsLocal = false

    /// Makes the engine of a service and loads its state.
    ///
    /// - Parameters:
    ///   - service: What to serve.
    ///   - journal: Where writes become durable; `nil` for a service that only reads.
    ///   - dependencies: What it is given by its process.
    /// - Throws: ``StorageError`` when the levels cannot be read, or what the service says of them.
    package init(
        service: some WorkerService,
        journal: (any Journal)?,
        _ dependencies: Dependencies
    ) throws {
        limits = dependencies.limits
        clock = dependencies.clock
        spans = dependencies.tracer.map { RequestSpans($0, of: service.name) }
        let levels = service.loadsLevels ? try journal?.loadLevels() ?? [] : []
        let registered = try RegisteredService(service, levels: levels, hasJournal: journal != nil)
        self.service = registered
        statistics = WorkerStatistics(started: clock(), figures: dependencies.figures)
        unnamed = statistics.methods.index(of: "-")
        ledger = try Ledger(
            registered,
            journal: journal,
            levels: levels,
            statistics: statistics,
            clock: clock,
            bootClock: dependencies.bootClock
        )
        admission = Admission(limits)
        var methods = registered.methods
        if journal != nil { methods += [EventsReplay.method(source: service.name.source), WriteOutcome.method] }
        standard = StandardMethods(
            of: registered,
            methods: methods,
            processID: dependencies.processID,
            ledger: ledger,
            admission: admission,
            clock: clock
        )
        dispatch = Dispatch(methods, of: registered, ledger: ledger, admission: admission, standard: standard)
        responses = Responses(ReplyWriter(source: service.name.source, epoch: journal?.epoch), limits: limits)
        reader = JSONReader(limits: limits.json, holding: Self.maxRead)
    }

    /// Whether writes of this iteration are not committed yet; the more share a commit, the less each costs.
    package var awaitsCommit: Bool { !ledger.batch.isEmpty }

    /// Makes everything decided in this iteration durable; the replies may be sent when it returns.
    ///
    /// A commit that fails takes the state back and turns the replies that depended on it into refusals; it never
    /// throws.
    ///
    /// - Returns: Why it was taken back; `nil` when it was not.
    @discardableResult
    package func commit() -> StorageError? {
        defer { responses.settle() }
        switch ledger.commit() {
        case .nothing: return nil
        case .durable(let batch): committed.append(batch)
        case .takenBack(let failure):
            responses.takeBack(because: failure, sequence: ledger.sequence)
            return failure
        }
        return nil
    }

    /// Makes a change that no request asked for, such as data reloaded, between two iterations.
    ///
    /// - Throws: What the change throws, or ``StorageError`` when nothing can be stored; the state is then the old.
    package func change(_ name: String, by change: (inout WriteContext) throws -> Void) throws {
        if let failure = ledger.failure { throw failure }
        try ledger.change(name, by: change)
        if let failure = commit() ?? ledger.failure { throw failure }
    }

    /// Ends the iteration after its replies were sent and its events published.
    package func endIteration() {
        responses.count(until: clock().monotonic, in: &statistics.methods)
        statistics.recordIteration(requests: responses.slots.count)
        spans?.end(responses.slots, commit: ledger.commitNanoseconds)
        responses.endIteration()
        ledger.endIteration(reusing: committed.isEmpty ? nil : committed.removeFirst())
        committed.removeAll(keepingCapacity: true)
        admission.endIteration()
        audits.removeAll(keepingCapacity: true)
    }

    /// Ends a tick: the iterations between two looks at the sockets, which share the limits on requests.
    package func endTick() {
        statistics.recordQueue()
        admission.endTick()
    }

    /// Whether the iteration has become so much work that the rest should wait for the next: other sockets, timers and
    /// heartbeats have their turn in between.
    package var isIterationFull: Bool { iterationShare >= 1 }

    /// How much of that work the iteration has done; from 1 on it is full.
    package var iterationShare: Double { max(responses.share, admission.share) }
}
