import ReplicatedLog
import Testing

/// What every log promises of snapshots and blobs.
@Suite(.timeLimit(.minutes(10)))
struct SnapshotContractTests {
    @Test(arguments: Engine.all)
    func `a snapshot is seen when it is complete, and comes back part by part`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            let bytes = (0..<3).map { number in [UInt8](repeating: UInt8(number), count: 1_000_000 + number) }
            let parts = bytes.enumerated().map { SnapshotPart($1, number: $0 + 1, position: 7) }
            let snapshot = Snapshot(position: 7, writer: "a", format: 3, of: parts.map(\.summary))
            #expect(snapshot.parts == 3 && snapshot.bytes == 3_000_003)
            #expect(try await a.complete(snapshot) == .incomplete)
            try await a.store(parts[0])
            try await a.store(parts[2])
            #expect(try await a.complete(snapshot) == .incomplete)
            #expect(try await b.snapshots() == [])
            try await a.store(parts[1])
            // A part that is stored twice stays as it was.
            try await a.store(SnapshotPart([9], number: 1, position: 7))
            #expect(try await a.complete(snapshot) == .completed)
            #expect(try await a.complete(snapshot) == .completed)
            #expect(try await b.snapshots() == [snapshot])
            for number in 1...3 { #expect(try await b.part(number, of: snapshot) == parts[number - 1]) }
            let error = await #expect(throws: LogError.self) { try await b.part(4, of: snapshot) }
            #expect(error?.code == .damaged)
        }
    }

    @Test func `a part that comes back as another is refused`() throws {
        let part = SnapshotPart([1, 2], number: 2, position: 7)
        #expect(try SnapshotPart([1, 2], number: 2, position: 7, checksum: part.checksum) == part)
        for (bytes, number, position) in [([1, 3], 2, 7), ([1, 2], 1, 7), ([1, 2], 2, 8)] as [([UInt8], Int, Int)] {
            let error = #expect(throws: LogError.self) {
                try SnapshotPart(bytes, number: number, position: position, checksum: part.checksum)
            }
            #expect(error?.code == .damaged)
        }
    }

    @Test(arguments: Engine.all)
    func `parts that are others than the snapshot says do not complete it`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let a = bench.worker("a")
            let parts = [SnapshotPart([1], number: 1, position: 1), SnapshotPart([2], number: 2, position: 1)]
            for part in parts { try await a.store(part) }
            let others = [SnapshotPart([1], number: 1, position: 1), SnapshotPart([3], number: 2, position: 1)]
            #expect(
                try await a.complete(Snapshot(position: 1, writer: "a", format: 3, of: others.map(\.summary)))
                    == .incomplete
            )
            #expect(
                try await a.complete(Snapshot(position: 1, writer: "a", format: 3, of: [parts[0].summary]))
                    == .incomplete
            )
            #expect(try await a.complete(Snapshot(position: 1, writer: "a", format: 3, of: [])) == .incomplete)
            #expect(
                try await a.complete(Snapshot(position: 1, writer: "a", format: 3, of: parts.map(\.summary)))
                    == .completed
            )
        }
    }

    @Test(arguments: Engine.all)
    func `the newest snapshots are kept, with parts that are still being stored`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            try await a.pruneSnapshots(keeping: 2)
            var made: [Snapshot] = []
            for position in [10, 20, 30] { made.append(try await a.snapshot(at: position, [[UInt8(position)]])) }
            made.append(try await b.snapshot(at: 30, [[1], [2]]))
            #expect(try await b.snapshots() == [made[3], made[2], made[1], made[0]])
            let (old, new) = (SnapshotPart([5], number: 1, position: 15), SnapshotPart([6], number: 1, position: 40))
            for part in [old, new] { try await b.store(part) }
            try await a.pruneSnapshots(keeping: 2)
            #expect(try await a.snapshots() == [made[3], made[2]])
            #expect(try await a.part(2, of: made[3]).bytes == [2])
            await #expect(throws: LogError.self) { try await a.part(1, of: made[0]) }
            func complete(_ part: SnapshotPart) async throws -> SnapshotOutcome {
                try await b.complete(Snapshot(position: part.position, writer: "b", format: 3, of: [part.summary]))
            }
            #expect(try await complete(old) == .incomplete)
            #expect(try await complete(new) == .completed)
        }
    }

    @Test(arguments: Engine.all)
    func `a blob is found by its hash, from every stream`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            let bytes = Array("picture \(bench.stream)".utf8)
            let hash = try await a.put(bytes)
            #expect(hash == BlobHash(of: bytes))
            #expect(try await a.put(bytes) == hash)
            #expect(try await b.blob(hash) == bytes)
            #expect(try await b.blob(BlobHash(of: bytes + [0])) == nil)
            #expect(try await b.blob(a.put([])) == [])
        }
    }
}
