package import Journal
package import ReplicatedLog
package import SQLiteJournal

/// A store that follows a replicated log, and writes it while it is this worker's turn: does what a ``StreamMember`` decides.
///
/// It belongs to one thread, its owner's, like the log and the store. It waits for nothing: what a batch came to is
/// reported by a callback, and the owner calls ``wake()`` at the time that it was given.
///
/// During a commit the store's own tables cannot be changed: the owner decides nothing more until its callback.
package final class StreamReplicator {
    /// The part of this worker, and how far it has come.
    package private(set) var member: StreamMember
    /// Called when ``wake()`` is to be called, each time that this changes.
    package var onWakeTime: (Duration) -> Void = { _ in }
    /// Called when rows were applied that this worker has not decided itself: its owner loads its state again.
    package var onApplied: ([LogRow]) -> Void = { _ in }
    /// Called with what only the owner can do: a snapshot is needed, or the part has ended.
    package var onNotice: (MemberAction) -> Void = { _ in }
    /// Called with files that the log should have and has not; what names them is applied all the same.
    package var onAbsentFiles: ([FileHash]) -> Void = { _ in }

    /// Called when the log begins to refuse what is asked of it, and `nil` when it works again.
    package var onTrouble: (String?) -> Void = { _ in }

    /// Called once when the store has all that was in the log when this worker came.
    package var onFollowing: () -> Void = {}

    let log: any ReplicatedLog
    let store: SQLiteJournal
    let endpoints: String
    private let files: (any ContentFiles)?
    private let rules: WorkerRules?
    private let now: () -> Duration
    private var open: OpenBatch?
    private var queue: [MemberAction] = []
    private var isPerforming = false
    private var wasFollowing = false
    private var wakeTime: Duration?
    private var toldTrouble: String?
    /// When files are fetched that were missed, at the earliest.
    private var nextFetch = Duration.zero
    /// The last row that did not fit the store.
    private var doubtedRow: Int?
    private(set) var isClosed = false

    /// What was decided and has no outcome yet.
    private struct OpenBatch {
        let batch: JournalBatch
        let done: (CommitOutcome) -> Void
        /// Whether the store could write it: otherwise the changes of its tables are gone, and its row is applied as at a replica.
        var isInStore = true
    }

    /// - Parameters:
    ///   - store: A store of that stream.
    ///   - log: The log, under a name that no other life of a worker has.
    ///   - files: The files that rows of the store name; `nil` where they name none.
    ///   - rules: By what rules this worker goes on; `nil` where there is nothing that could differ.
    ///   - endpoints: Where clients find this worker.
    ///   - settings: How it keeps its part.
    ///   - seed: Spreads its pauses.
    ///   - now: A clock that only goes forward.
    package init(
        _ store: SQLiteJournal,
        following log: any ReplicatedLog,
        files: (any ContentFiles)? = nil,
        rules: WorkerRules? = nil,
        endpoints: String,
        settings: ReplicationSettings = ReplicationSettings(),
        seed: UInt64,
        now: @escaping () -> Duration
    ) {
        member = StreamMember(log.identity, applied: store.appliedRow ?? .start, settings: settings, seed: seed)
        self.store = store
        self.log = log
        self.files = files
        self.rules = rules
        self.endpoints = endpoints
        self.now = now
        member.misfit = misfit
    }

    // MARK: For its owner

    /// Begins to follow.
    package func start() { advance { $0.start(at: $1) } }

    /// Goes on when something is due.
    package func wake() {
        wakeTime = nil
        fetchMissed()
        advance { $0.wake(at: $1) }
    }

    /// Asks the log for files that were read and not there: it may have them by now, or may have lacked them when it was asked.
    private func fetchMissed() {
        guard let files, !isClosed, now() >= nextFetch else { return }
        let names = files.takeMissed()
        guard !names.isEmpty else { return }
        nextFetch = now() + member.settings.fileRetry
        // What fails is missed again by its next reader.
        FileFetch(names, from: log, to: files).start { _ in }
    }

    /// Hears that there may be new rows, or that the lease may have changed hands.
    package func hint(isLeaseChanged: Bool = false) { advance { $0.hint(isLeaseChanged: isLeaseChanged, at: $1) } }

    /// Why a write would not be taken now; `nil` while it would.
    package var refusal: WriteRefusal? { member.refusal(at: now()) }

    /// Gives the stream to another worker, or up, once what was decided is in the log.
    package func handOver(to successor: LeaseHolder?) { advance { $0.handOver(to: successor, at: $1) } }

    /// Makes a batch durable in the log, and then in the store, with the changes of its tables since the last commit.
    ///
    /// - Parameter done: Called once; before this returns when it is refused at once.
    package func commit(_ batch: JournalBatch, done: @escaping (CommitOutcome) -> Void) {
        // Nothing is discarded here: what is in the tables belongs to the commit in progress.
        guard open == nil else { return done(.refused(.busy)) }
        do throws(WriteRefusal) {
            guard !isClosed else { throw WriteRefusal.notServing("This worker has ended") }
            if let refusal { throw refusal }
            let actions = try member.append(payload(of: batch), at: now())
            open = OpenBatch(batch: batch, done: done)
            perform(actions)
        } catch {
            store.tables.discard()
            return done(.refused(error))
        }
        // While the log is at it.
        log.flush()
        stage()
    }

    /// Takes a running commit back that was not sent to the log, or that the log has refused and would be asked for again.
    ///
    /// - Returns: Whether it is refused, at once or soon.
    package func withdrawCommit() -> Bool {
        if log.withdrawAppend() { return true }
        advance { member, _ in member.withdrawAppend() }
        return open == nil
    }

    /// Lets the callers of a commit in progress go, whose time has ended: they learn that its outcome is not known.
    ///
    /// What became of it is found out all the same, and the store follows.
    package func abandonCommit(because reason: String) { end(.unknown(reason)) }

    /// Ends it; the store stays open, and the lease runs out by itself unless it was given up before.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        queue.removeAll()
        log.close()
        end(.unknown("the worker has ended"))
    }

    // MARK: For what it performs

    /// Tells the member something, and does what it decides.
    func advance(_ event: (inout StreamMember, Duration) -> [MemberAction]) {
        guard !isClosed else { return }
        perform(event(&member, now()))
    }

    private func perform(_ actions: [MemberAction]) {
        queue += actions
        guard !isPerforming else { return }
        isPerforming = true
        while !queue.isEmpty { perform(queue.removeFirst()) }
        isPerforming = false
        let trouble = member.trouble ?? member.halt
        if trouble != toldTrouble {
            toldTrouble = trouble
            onTrouble(toldTrouble)
        }
        writeRules()
        if member.isFollowing, !wasFollowing {
            wasFollowing = true
            onFollowing()
        }
        guard let time = member.wakeTime, time != wakeTime, !isClosed else { return }
        wakeTime = time
        onWakeTime(time)
    }

    // MARK: The rules

    /// Why this worker's rules are not those of its stream; `nil` while they are, or it is to change them.
    private var misfit: String? {
        guard let rules, !rules.mayReplace, let digest = store.definition, digest != rules.definition.digest else {
            return nil
        }
        return rules.misfit
    }

    /// Adds a row of this worker's rules before its first write, where the stream has none or others.
    private func writeRules() {
        guard let rules, store.definition != rules.definition.digest, open == nil, !isClosed, refusal == nil else {
            return
        }
        guard let actions = try? member.append(rules.definition.payload, at: now()) else { return }
        perform(actions)
        log.flush()
    }

    private func perform(_ action: MemberAction) {
        switch action {
        case .apply(let rows): apply(rows)
        case .commit(let row): commit(row)
        case .repairStore:
            store.tables.discard()
            change { () throws(StorageError) in
                try store.probe()
                return nil
            }
        case .takeBack(let refusal): end(.refused(refusal))
        case .leaveUnknown(let reason): end(.unknown(reason))
        case .needSnapshot, .stop: onNotice(action)
        default: call(action)
        }
    }

    // MARK: The store

    private func payload(of batch: JournalBatch) throws(WriteRefusal) -> LogPayload {
        do throws(StorageError) {
            if let payload = LogPayload(bytes: try store.row(of: batch)) { return payload }
        } catch {
            throw WriteRefusal.notServing(error.message)
        }
        throw WriteRefusal.invalid("A row has no format number")
    }

    /// Writes what is on its way to the log, without committing it.
    private func stage() {
        guard let batch = open?.batch, let row = member.appending else { return }
        do throws(StorageError) {
            try store.stage(batch, at: row.position, checksum: row.checksum)
        } catch {
            // Whether it matters is seen when the log has the row: the commit tells of a store that fails.
            store.tables.discard()
            open?.isInStore = false
        }
    }

    private func commit(_ row: LogRow) {
        // Its callers may be gone; the row is applied as it is at every replica then.
        guard let open else { return apply([row]) }
        if open.isInStore {
            change { () throws(StorageError) in
                try store.commit(open.batch, at: row.position, checksum: row.checksum)
                return nil
            }
        } else {
            apply([row])
        }
        // The log has it all the same: it is not refused.
        end(store.logPosition == row.position ? .committed : .unknown("the log has it, and the store has failed"))
    }

    /// Applies rows, once all files are there that they name.
    private func apply(_ rows: [LogRow]) {
        let read = ReadRows(rows)
        let names = read.contents.flatMap(\.files)
        guard let files, !names.isEmpty else { return apply(rows, from: read) }
        let fetch = FileFetch(names, from: log, to: files)
        fetch.start { [weak self] result in
            guard let self, !isClosed else { return }
            switch result {
            case .success:
                if !fetch.absent.isEmpty { onAbsentFiles(fetch.absent) }
                apply(rows, from: read)
            case .failure(let error): told(.transient(error.message))
            }
            // What follows, when the log had to be asked.
            perform([])
        }
    }

    private func apply(_ rows: [LogRow], from read: ReadRows) {
        let before = store.logPosition ?? 0
        change { () throws(StorageError) in
            for (row, content) in zip(rows, read.contents) {
                switch content {
                case .batch(let content):
                    try store.apply(content, at: row.position, checksum: row.checksum)
                case .epochChange(let change):
                    let isChanged = try store.changeEpoch(
                        from: change.former,
                        to: change.epoch,
                        at: row.position,
                        checksum: row.checksum
                    )
                    if isChanged { return .newEpoch(change.epoch) }
                case .definition(let definition):
                    try store.define(
                        definition.digest,
                        levels: definition.levels.map { Level(item: $0.item, quantity: $0.quantity, version: 1) },
                        at: row.position,
                        checksum: row.checksum
                    )
                }
            }
            if let failure = read.failure { throw failure }
            return nil
        }
        let last = store.logPosition ?? 0
        if last > before { onApplied(rows.filter { $0.position <= last }) }
    }

    /// Changes the store, and tells the member what it has then.
    ///
    /// - Parameter body: Returns why it has not taken all rows although it works.
    private func change(_ body: () throws(StorageError) -> StoreFailure?) {
        let wasOpen = store.isOpen
        var failure: StoreFailure?
        do throws(StorageError) {
            failure = try body()
        } catch {
            failure = StoreFailure(error)
            if wasOpen, isDoubtful(error) {
                store.closeUntilProbed()
                failure = .transient(error.message)
            }
        }
        told(failure)
    }

    /// Whether only a store that is reopened tells if an error of one in use is true: commits were not synced, so a disk that fails
    /// shows first as damage, or as rows that are missing.
    private func isDoubtful(_ error: StorageError) -> Bool {
        switch error.code {
        case .corrupt: return true
        case .diverged:
            // Damage is found by opening; that a row of the log does not fit, only by applying it once more.
            let row = (store.logPosition ?? 0) + 1
            defer { doubtedRow = row }
            return row != doubtedRow
        default: return false
        }
    }

    /// Tells the member what the store has, and why not all of it.
    private func told(_ failure: StoreFailure?) {
        member.misfit = misfit
        queue += member.didStore(store.appliedRow ?? .start, failure: failure, at: now())
    }

    /// Tells the callers of the commit in progress what it came to; one that is not in the store is taken back there.
    private func end(_ outcome: CommitOutcome) {
        guard let ended = open else { return }
        open = nil
        if outcome != .committed { store.tables.discard() }
        ended.done(outcome)
    }
}
