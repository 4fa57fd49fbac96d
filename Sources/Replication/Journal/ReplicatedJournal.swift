package import Journal
package import ReplicatedLog
package import SQLiteJournal

/// The journal of a worker that shares its stream with others: what it commits is in the log first, and then in its store.
///
/// ``commit(_:)`` waits for the log alone, so nothing else of its thread goes on meanwhile; at most for a time, after which its callers
/// learn that the outcome is not known. Between commits the log is followed in the owner's loop.
///
/// Reads are those of the store, as far as this worker has applied the log.
package final class ReplicatedJournal: TableJournal {
    let store: SQLiteJournal
    let log: any WaitableLog
    let replicator: StreamReplicator
    private let files: (any ContentFiles)?
    private let commitTimeout: Duration
    let now: () -> Duration
    package var observe: (StreamNotice) -> Void = { _ in }

    private var isCommitting = false
    /// Whether ``StreamNotice/followed`` is to be reported when no commit is in progress.
    private var hasFollowed = false
    /// The newest snapshot, as far as this worker knows; and whether it is making one.
    var newestSnapshot = 0
    var isMakingSnapshot = false
    var snapshotFailures = 0
    var isClosed: Bool { replicator.isClosed }
    package var size: StoreSize? { store.size }
    /// Which of the scheduled wakes counts.
    private var wakeNumber = 0

    /// Joins a store and its log; nothing happens before ``start(_:)``.
    ///
    /// - Parameters:
    ///   - store: A store of the stream, which this journal closes.
    ///   - log: The log of the stream, which it closes too.
    ///   - files: The files that rows of the store name; `nil` where they name none.
    ///   - rules: By what rules this worker goes on; `nil` where there is nothing that could differ.
    ///   - endpoints: Where clients find this worker; a text that the log only keeps.
    ///   - settings: How the worker keeps its part.
    ///   - commitTimeout: How long callers wait for the log at most.
    ///   - seed: Spreads pauses.
    ///   - now: A clock that only goes forward.
    package init(
        _ store: SQLiteJournal,
        following log: any WaitableLog,
        files: (any ContentFiles)? = nil,
        rules: WorkerRules? = nil,
        endpoints: String,
        settings: ReplicationSettings = ReplicationSettings(),
        commitTimeout: Duration = .seconds(2),
        seed: UInt64,
        now: @escaping () -> Duration
    ) {
        self.store = store
        self.log = log
        self.files = files
        self.commitTimeout = commitTimeout
        self.now = now
        replicator = StreamReplicator(
            store,
            following: log,
            files: files,
            rules: rules,
            endpoints: endpoints,
            settings: settings,
            seed: seed,
            now: now
        )
        replicator.onWakeTime = { [weak self] time in self?.wake(in: time - now()) }
        replicator.onApplied = { [weak self] _ in self?.followed() }
        replicator.onTrouble = { [weak self] in self?.observe(.trouble($0)) }
        replicator.onAbsentFiles = { [weak self] in self?.observe(.absentFiles($0)) }
        replicator.onFollowing = { [weak self] in self?.observe(.following) }
        replicator.onNotice = { [weak self] notice in self?.took(notice) }
    }

    package func commit(_ batch: JournalBatch) throws(StorageError) {
        isCommitting = true
        defer {
            isCommitting = false
            if hasFollowed { log.schedule(after: .zero) { [weak self] in self?.followed() } }
        }
        let end = now() + commitTimeout
        try upload(batch.files, until: end - commitTimeout / 2)
        var outcome: CommitOutcome?
        replicator.commit(batch) { outcome = $0 }
        log.wait(for: end - now()) { outcome != nil }
        // What was never tried is known not to be done.
        if outcome == nil, replicator.withdrawCommit() { log.wait(for: .seconds(1)) { outcome != nil } }
        if outcome == nil {
            replicator.abandonCommit(because: "the log did not confirm within \(commitTimeout)")
        }
        switch outcome {
        case .committed: return
        case .refused(let refusal): throw StorageError(refusal)
        case .unknown(let reason): throw StorageError(.commitUnknown, reason)
        case nil: throw StorageError(.commitUnknown, "nothing was heard of the commit")
        }
    }

    /// Makes the log keep the files that a batch names, before its row can name them.
    ///
    /// - Parameter end: When all of them have to be there: the row needs some of the time that its callers wait.
    /// - Throws: ``StorageError`` with `notServing`; what was decided is taken back then.
    private func upload(_ names: [FileHash], until end: Duration) throws(StorageError) {
        guard let files, replicator.refusal == nil else { return }
        do throws(StorageError) {
            for name in Set(names) {
                var result: Result<BlobHash, LogError>?
                log.putBlob(try files.bytes(of: name)) { result = $0 }
                log.wait(for: end - now()) { result != nil }
                switch result {
                case .success: continue
                case .failure(let error): throw StorageError(.notServing, error.description)
                case nil: throw StorageError(.notServing, "The log did not take \(names.count) files in time")
                }
            }
        } catch {
            store.tables.discard()
            throw StorageError(.notServing, error.message)
        }
    }

    /// Finds out whether the store works, and whether it has what was decided last.
    package func probe() throws(StorageError) {
        // Until the log has said what became of the last commit, the store is not the truth about it.
        if let trouble = replicator.member.doubt { throw StorageError(.unavailable, trouble) }
        // Whatever was wrong: see ``SQLiteJournal/closeUntilProbed()``.
        store.closeUntilProbed()
        try store.probe()
    }

    /// Gives up the stream, as far as that needs no wait, and ends both.
    package func close() {
        replicator.close()
        store.close()
    }

    // MARK: What the replicator tells

    private func wake(in delay: Duration) {
        wakeNumber += 1
        let number = wakeNumber
        log.schedule(after: delay) { [weak self] in
            guard let self, number == wakeNumber else { return }
            replicator.wake()
        }
    }

    /// Never while a commit is in progress: its caller's state is that of the batch.
    private func followed() {
        guard !isCommitting else {
            hasFollowed = true
            return
        }
        hasFollowed = false
        observe(.followed)
    }

    private func took(_ notice: MemberAction) {
        let error: StorageError
        switch notice {
        case .stop(.newEpoch(let epoch)): error = StorageError(.unavailable, StopReason.newEpoch(epoch).description)
        case .stop(let reason): error = StorageError(.diverged, reason.description)
        case .needSnapshot(let position):
            // A store is only replaced before it is opened.
            error = StorageError(
                .unavailable,
                "the rows behind \(store.logPosition ?? 0) were pruned: started again, this worker takes a snapshot at \(position) or later"
            )
        default: return
        }
        // The callee may close this journal, which is in the middle of something.
        log.schedule(after: .zero) { [weak self] in self?.observe(.ended(error)) }
    }
}
