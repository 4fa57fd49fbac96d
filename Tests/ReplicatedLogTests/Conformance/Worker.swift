import ReplicatedLog

/// One worker of a stream, as tests see it: calls that are awaited.
struct Worker: Sendable {
    let bench: Bench
    let name: String

    var identity: LogIdentity { get throws { try LogIdentity(stream: bench.stream, writer: name) } }

    func append(_ text: String, at position: Int, term: Int) async throws -> AppendOutcome {
        try await append(LogPayload(format: 7, text.utf8), at: position, term: term)
    }

    func append(_ payload: LogPayload, at position: Int, term: Int) async throws -> AppendOutcome {
        try await bench.call(name) { $0.append(LogRow(payload, at: position, term: term, by: $0.identity), done: $1) }
    }

    func read(after position: Int, rows: Int = 1_000, bytes: Int = 1 << 30) async throws -> ReadOutcome {
        try await bench.call(name) { $0.read(after: position, limit: ReadLimit(rows: rows, bytes: bytes), $1) }.get()
    }

    /// The rows behind a position; none where there is another outcome.
    func rows(after position: Int = 0) async throws -> [LogRow] {
        if case .rows(let rows, _) = try await read(after: position) { rows } else { [] }
    }

    func bounds() async throws -> LogBounds { try await bench.call(name) { $0.readBounds($1) }.get() }

    func prune(before position: Int) async throws -> PruneOutcome {
        try await bench.call(name) { $0.prune(before: position, $1) }.get()
    }

    // MARK: Lease

    func lease() async throws -> Lease? { try await bench.call(name) { $0.readLease($1) }.get() }

    func acquire(for duration: Duration = .seconds(60)) async throws -> LeaseOutcome {
        try await bench.call(name) { $0.acquireLease(endpoints: "tcp://\($0.identity.writer):1", for: duration, $1) }
            .get()
    }

    /// Takes the lease, under the term that is returned; 0 when it is somebody else's.
    func takeOver(for duration: Duration = .seconds(60)) async throws -> Int {
        if case .granted(let lease) = try await acquire(for: duration) { lease.term } else { 0 }
    }

    func renew(
        term: Int,
        for duration: Duration = .seconds(60),
        knowing row: KnownRow = KnownRow(position: 0, checksum: [])
    ) async throws -> LeaseOutcome {
        try await bench.call(name) { $0.renewLease(term: term, for: duration, knowing: row, $1) }.get()
    }

    func open(epoch: String) async throws -> String {
        try await bench.call(name) { $0.openStream(epoch: epoch, $1) }.get()
    }

    func halt(because reason: String, in epoch: String) async throws -> HaltOutcome {
        try await bench.call(name) { $0.halt(because: reason, in: epoch, $1) }.get()
    }

    func release(term: Int) async throws -> LeaseOutcome {
        try await bench.call(name) { $0.releaseLease(term: term, $1) }.get()
    }

    func handOver(term: Int, to successor: Worker) async throws -> LeaseOutcome {
        let holder = LeaseHolder(writer: successor.name, endpoints: "tcp://\(successor.name):1")
        return try await bench.call(name) { $0.handOverLease(term: term, to: holder, for: .seconds(60), $1) }.get()
    }

    func resolve(at position: Int, term: Int) async throws -> AppendResolution {
        try await bench.call(name) {
            $0.resolveAppend(at: position, term: term, endpoints: "", for: .seconds(60), $1)
        }.get()
    }

    // MARK: Snapshots and blobs

    func store(_ part: SnapshotPart) async throws { try await bench.call(name) { $0.storePart(part, done: $1) }.get() }

    func complete(_ snapshot: Snapshot) async throws -> SnapshotOutcome {
        try await bench.call(name) { $0.completeSnapshot(snapshot, done: $1) }.get()
    }

    /// Makes a whole snapshot of some parts.
    @discardableResult
    func snapshot(at position: Int, _ parts: [[UInt8]]) async throws -> Snapshot {
        var summaries: [SnapshotPart.Summary] = []
        for (index, bytes) in parts.enumerated() {
            let part = SnapshotPart(bytes, number: index + 1, position: position)
            try await store(part)
            summaries.append(part.summary)
        }
        let snapshot = Snapshot(position: position, writer: name, format: 3, of: summaries)
        _ = try await complete(snapshot)
        return snapshot
    }

    func snapshots() async throws -> [Snapshot] { try await bench.call(name) { $0.listSnapshots($1) }.get() }

    func part(_ number: Int, of snapshot: Snapshot) async throws -> SnapshotPart {
        try await bench.call(name) { $0.readPart(number, of: snapshot, done: $1) }.get()
    }

    func pruneSnapshots(keeping count: Int) async throws {
        try await bench.call(name) { $0.pruneSnapshots(keeping: count, $1) }.get()
    }

    func put(_ blob: [UInt8]) async throws -> BlobHash {
        try await bench.call(name) { $0.putBlob(blob, done: $1) }.get()
    }

    func blob(_ hash: BlobHash) async throws -> [UInt8]? {
        try await bench.call(name) { $0.readBlob(hash, done: $1) }.get()
    }
}
