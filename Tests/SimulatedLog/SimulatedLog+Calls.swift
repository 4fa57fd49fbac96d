package import ReplicatedLog

extension SimulatedLog {
    package func openStream(epoch proposal: String, _ done: @escaping (Result<String, LogError>) -> Void) {
        perform({ [identity] storage in storage.openStream(identity.stream, epoch: proposal) }, done)
    }

    package func read(
        after position: Int,
        limit: ReadLimit,
        _ done: @escaping (Result<ReadOutcome, LogError>) -> Void
    ) {
        perform(
            { [identity] (storage) throws(LogError) in
                try storage.read(identity.stream, after: position, limit: limit)
            },
            done
        )
    }

    package func readBounds(_ done: @escaping (Result<LogBounds, LogError>) -> Void) {
        perform({ [identity] storage in storage.bounds(of: identity.stream) }, done)
    }

    package func prune(before position: Int, _ done: @escaping (Result<PruneOutcome, LogError>) -> Void) {
        perform({ [identity] storage in storage.prune(identity.stream, before: position) }, done)
    }

    // MARK: Lease

    package func readLease(_ done: @escaping (Result<Lease?, LogError>) -> Void) {
        onClock({ [identity] storage, clock in storage.lease(of: identity.stream, at: clock) }, done)
    }

    package func acquireLease(
        endpoints: String,
        for duration: Duration,
        _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void
    ) {
        if refuses(LogError(endpoints: endpoints), done) { return }
        let holder = LeaseHolder(writer: identity.writer, endpoints: endpoints)
        onClock(
            { [identity] storage, clock in
                storage.acquireLease(of: identity.stream, for: holder, duration, at: clock)
            },
            done
        )
    }

    package func renewLease(
        term: Int,
        for duration: Duration,
        knowing row: KnownRow,
        _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void
    ) {
        changeLease(term: term, for: duration, knowing: row, { ($0, $1) }, done)
    }

    package func halt(
        because reason: String,
        in epoch: String,
        _ done: @escaping (Result<HaltOutcome, LogError>) -> Void
    ) {
        onClock(
            { [identity] storage, clock in storage.halt(identity.stream, because: reason, in: epoch, at: clock) },
            done
        )
    }

    package func releaseLease(term: Int, _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void) {
        changeLease(term: term, for: .zero, { term, _ in (term, nil) }, done)
    }

    package func handOverLease(
        term: Int,
        to successor: LeaseHolder,
        for duration: Duration,
        _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void
    ) {
        if refuses(LogError(successor: successor), done) { return }
        changeLease(term: term, for: duration, { term, _ in (term + 1, successor) }, done)
    }

    private func changeLease(
        term: Int,
        for duration: Duration,
        knowing row: KnownRow? = nil,
        _ change: @escaping (Int, LeaseHolder) -> (Int, LeaseHolder?),
        _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void
    ) {
        onClock(
            { [identity] (storage, clock) throws(LogError) in
                let outcome = storage.changeLease(
                    of: identity.stream,
                    term: term,
                    by: identity.writer,
                    expires: clock + duration,
                    at: clock,
                    change
                )
                if case .granted = outcome, let row { try storage.check(row, of: identity.stream) }
                return outcome
            },
            done
        )
    }

    // MARK: Snapshots and blobs

    package func storePart(_ part: SnapshotPart, done: @escaping (Result<Void, LogError>) -> Void) {
        if refuses(LogError(storing: part), done) { return }
        perform({ [identity] storage in storage.store(part, of: identity.stream, by: identity.writer) }, done)
    }

    package func completeSnapshot(
        _ snapshot: Snapshot,
        done: @escaping (Result<SnapshotOutcome, LogError>) -> Void
    ) {
        perform({ [identity] storage in storage.complete(snapshot, of: identity.stream, by: identity.writer) }, done)
    }

    package func listSnapshots(_ done: @escaping (Result<[Snapshot], LogError>) -> Void) {
        perform({ [identity] storage in storage.snapshots(of: identity.stream) }, done)
    }

    package func readPart(
        _ number: Int,
        of snapshot: Snapshot,
        done: @escaping (Result<SnapshotPart, LogError>) -> Void
    ) {
        perform(
            { [identity] (storage) throws(LogError) in
                try storage.part(number, of: snapshot, in: identity.stream)
            },
            done
        )
    }

    package func pruneSnapshots(keeping count: Int, _ done: @escaping (Result<Void, LogError>) -> Void) {
        perform({ [identity] storage in storage.pruneSnapshots(of: identity.stream, keeping: count) }, done)
    }

    package func putBlob(_ bytes: [UInt8], done: @escaping (Result<BlobHash, LogError>) -> Void) {
        if refuses(LogError(storing: bytes), done) { return }
        let hash = BlobHash(of: bytes)
        perform(
            { storage in
                if storage.blobs.updateValue(bytes, forKey: hash) == nil { storage.remember { $0.blobs[hash] = nil } }
                return hash
            },
            done
        )
    }

    package func readBlob(_ hash: BlobHash, done: @escaping (Result<[UInt8]?, LogError>) -> Void) {
        perform({ storage in storage.blobs[hash] }, done)
    }
}
