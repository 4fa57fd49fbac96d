package import Journal
internal import Messages
internal import Platform
internal import WireJSON

/// What a service has accepted: the state, the batch that the next commit makes durable, and the way back.
///
/// The state is a value. A batch of writes changes a copy that is kept only when the batch is durable, so a failed
/// commit takes everything back by keeping the old one.
package final class Ledger {
    let journal: (any Journal)?
    /// How the service's methods get to its tables.
    let store: StoreAccess
    let service: RegisteredService
    let statistics: WorkerStatistics
    let clock: () -> Moment

    /// How far the stream has come, with what is not durable.
    private(set) var head: StreamHead
    var batch = OpenBatch()
    /// What to go back to when the commit fails: with the state the service has kept.
    private(set) var saved: StreamHead?
    /// How long the iteration's commits took.
    private(set) var commitNanoseconds: UInt64 = 0
    /// Faults of the service's code in this iteration, for the log.
    package internal(set) var faults: [String] = []
    /// Lent to each write, so that it need not make its own.
    private var drafts = WriteDrafts()
    private var fingerprints = Fingerprint()
    /// Reads what a guarded service has written; as deep as `EventsColumn` reads it back.
    private(set) lazy var ownReader = JSONReader(limits: JSONLimits(bytes: Int(Int32.max), depth: 126, members: 4_096))

    /// - Parameters:
    ///   - service: Whose writes.
    ///   - journal: Where they become durable; `nil` for a service that only reads.
    ///   - levels: What the service's state was made from.
    ///   - statistics: Where commits are counted.
    ///   - clock: Both clocks.
    ///   - bootClock: The clock that nobody can set.
    /// - Throws: ``StorageError`` `unavailable` when the service keeps tables and the journal can keep none.
    init(
        _ service: RegisteredService,
        journal: (any Journal)?,
        levels: [Level],
        statistics: WorkerStatistics,
        clock: @escaping () -> Moment,
        bootClock: @escaping () -> BootMoment
    ) throws(StorageError) {
        self.service = service
        self.journal = journal
        self.statistics = statistics
        self.clock = clock
        store = try StoreAccess(journal, hasTables: service.hasTables, bootClock: bootClock)
        head = StreamHead(of: journal, levels)
    }

    /// Why the store cannot be used; `nil` while it can.
    package var failure: StorageError? {
        get { store.failure }
        set { store.failure = newValue }
    }

    /// The newest event with everything accepted; `nil` for a service without a stream.
    var sequence: Int? { journal == nil ? nil : head.sequence }
    /// The newest event that is durable; `nil` for a service without a stream.
    var committedSequence: Int? { journal?.lastSequence }

    // MARK: Writes

    /// How a write is recognised when it comes again.
    func identity(of call: Call, with attachments: [[UInt8]]) -> WriteIdentity {
        guard let key = call.request.meta.idempotencyKey else { return WriteIdentity() }
        return WriteIdentity(
            key: call.peer.storedKey(key),
            fingerprint: fingerprints.of(call.request, attachments: attachments)
        )
    }

    /// Decides a write whose key is not known, and adds it to the batch.
    ///
    /// - Returns: `nil` when that was done; otherwise why the whole open batch was taken back: the store has failed the
    ///   write.
    /// - Throws: Why the write is refused; nothing of it is then done.
    func write(
        _ call: Call,
        identity: WriteIdentity,
        by body: MethodHandler.Write,
        into result: inout JSONWriter
    ) throws(RPCError) -> StorageError? {
        if failure != nil {
            // What is wrong with the request itself is reported first, as ever; its effect is taken back. With tables,
            // only the store could say.
            if !service.hasTables { try validate(call, by: body, into: &result) }
            try requireStore()
        }
        // Asked once for all that share a commit, which the log takes or refuses as a whole.
        if saved == nil { try store.requireTurn() }
        var context = begin(at: call.arrival.wall, by: call.peer)
        service.state.mark()
        do throws(RPCError) {
            try attempt(onFailure: store.refusal) { () throws(RPCError) in
                do throws(RPCError) {
                    try body(call.request.params, &context, &result)
                } catch {
                    throw refusal(error, of: call.request.method)
                }
                if service.isGuarded { try guardWrite(&context, result: result.bytes, of: call.request.method) }
            }
            try lookUpSubjects(of: context)
        } catch {
            guard let failure else {
                service.state.revert()
                throw error
            }
            return takeBack(because: failure)
        }
        // Whatever the method made of it.
        if let failure { return takeBack(because: failure) }
        batch.append(
            &context,
            of: call.request,
            as: call.request.method,
            identity: identity,
            result: result.bytes,
            after: &head
        )
        drafts = context.takeDrafts()
        return nil
    }

    /// Makes a change that no request asked for, between two iterations; ``commit()`` makes it durable.
    ///
    /// - Throws: What the change throws; nothing is then done.
    func change(_ name: String, by change: (inout WriteContext) throws -> Void) throws {
        if let refusal = journal?.membership?.refusal { throw refusal }
        var context = begin(at: clock().wall, by: .local)
        do {
            try attempt(onFailure: { $0 as any Error }) {
                try change(&context)
                if service.isGuarded { try guardWrite(&context, result: Self.noResult, of: name) }
            }
            try lookUpSubjects(of: context)
        } catch {
            service.state.restore()
            endBatch()
            throw error
        }
        guard journal != nil else { return endBatch() }
        batch.append(
            &context,
            of: nil,
            as: name,
            identity: WriteIdentity(),
            result: Self.noResult,
            after: &head
        )
    }

    private static let noResult = Array("null".utf8)

    /// Begins a write: remembers what to go back to, once for all writes that share a commit.
    private func begin(at time: Int, by peer: PeerAccess) -> WriteContext {
        if saved == nil {
            // One time for the whole batch, and what the wall clock says, also when that was set back: numbers tell the
            // order of writes. A clock that was wrong once would otherwise date everything after it.
            batch.time = time
            saved = head
            service.state.save()
        }
        var drafts = WriteDrafts()
        swap(&drafts, &self.drafts)
        return context(at: batch.time, by: peer, drafts)
    }

    private func context(at time: Int, by peer: PeerAccess, _ drafts: consuming WriteDrafts) -> WriteContext {
        WriteContext(id: String(head.entry + 1), time: time, peer: peer, store: store, drafts: drafts)
    }

    /// Runs what a write does, as a whole or not at all.
    private func attempt<Failure>(
        onFailure: (StorageError) -> Failure,
        _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        if let tables = store.tables {
            try tables.attempt(onFailure: onFailure, body)
        } else {
            try body()
        }
    }

    /// Runs a write without an effect, to refuse it for what is wrong with it.
    ///
    /// Where the stream is shared, the log may have what was taken back here, and others may have written since. Then
    /// only what would be refused in every state is.
    private func validate(
        _ call: Call,
        by body: MethodHandler.Write,
        into result: inout JSONWriter
    ) throws(RPCError) {
        var context = context(at: call.arrival.wall, by: call.peer, WriteDrafts())
        do throws(RPCError) {
            try service.state.discardingChanges { () throws(RPCError) in
                try body(call.request.params, &context, &result)
            }
        } catch {
            if journal?.membership == nil || error.provesNoLaterEffect {
                throw refusal(error, of: call.request.method)
            }
        }
    }

    /// Finds the last events of subjects whose levels were left in the store.
    private func lookUpSubjects(of context: WriteContext) throws(RPCError) {
        guard !service.loadsLevels, let journal else { return }
        for draft in context.drafts.events.items where head.sequenceOfSubject[draft.subject] == nil {
            do throws(StorageError) {
                head.sequenceOfSubject[draft.subject] = try journal.level(of: draft.subject)?.sequence
            } catch {
                throw store.refusal(error)
            }
        }
    }

    // MARK: Commits

    /// What a commit has come to.
    enum BatchOutcome {
        /// There was nothing to commit.
        case nothing
        /// The batch is durable, and its events are to be published.
        case durable(JournalBatch)
        /// The batch was taken back: the replies that depended on it are refusals.
        case takenBack(StorageError)
    }

    /// Makes the open batch durable, or takes it back.
    func commit() -> BatchOutcome {
        defer { endBatch() }
        guard !batch.isEmpty, let journal else { return .nothing }
        let start = clock().monotonic
        do throws(StorageError) {
            try journal.commit(batch.journal)
            let took = clock().monotonic - start
            statistics.recordCommit(nanoseconds: took)
            commitNanoseconds += took
            return .durable(batch.take())
        } catch {
            statistics.commitFailures += 1
            return .takenBack(takeBack(because: error))
        }
    }

    /// Takes the batch back: state and stream are what they were before.
    ///
    /// - Returns: The failure.
    private func takeBack(because failure: StorageError) -> StorageError {
        if !failure.isRefusal { self.failure = failure }
        if let saved {
            service.state.restore()
            head = saved
        }
        endBatch()
        return failure
    }

    /// Ends a batch of writes, committed or taken back.
    private func endBatch() {
        batch.removeAll()
        saved = nil
        service.state.forget()
        // The other services' head stays: it is what they remember of every subject.
        if !service.loadsLevels { head.sequenceOfSubject.removeAll(keepingCapacity: true) }
        // Nothing is left of a committed batch; of others, changes of the tables that nobody was notified of.
        store.tables?.discard()
    }

    /// Ends an iteration whose events were published.
    ///
    /// - Parameter committed: Its first batch, which has the memory of those before.
    func endIteration(reusing committed: consuming JournalBatch?) {
        if let committed { batch.reuse(committed) }
        commitNanoseconds = 0
        if !faults.isEmpty { faults.removeAll() }
    }

    /// Takes the state of the store as the truth.
    ///
    /// - Throws: ``StorageError``, or what the service says of the levels.
    func load(from journal: any Journal) throws {
        let levels = service.loadsLevels ? try journal.loadLevels() : []
        try service.state.load(levels)
        head = StreamHead(of: journal, levels)
    }
}
