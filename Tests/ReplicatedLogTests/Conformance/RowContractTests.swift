import ReplicatedLog
import Testing

/// What every log promises of its rows.
@Suite(.timeLimit(.minutes(10)))
struct RowContractTests {
    @Test(arguments: Engine.all)
    func `what was appended is read as it was written, in its order`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("나"))
            #expect(try await a.bounds() == LogBounds(first: 0, last: 0))
            #expect(try await a.read(after: 0) == .rows([], last: 0))
            #expect(try await a.takeOver(for: .zero) == 1)
            let bytes = LogPayload(format: 0xFFFE, (0...255).map { UInt8($0) })
            #expect(try await a.append(bytes, at: 1, term: 1) == .appended)
            #expect(try await a.append(LogPayload(format: 0, []), at: 2, term: 1) == .appended)
            #expect(try await b.takeOver() == 2)
            #expect(try await b.append("셋", at: 3, term: 2) == .appended)

            let rows = try await a.rows()
            try #require(rows.map(\.position) == [1, 2, 3])
            #expect(rows.map(\.term) == [1, 1, 2])
            #expect(rows.map(\.writer) == ["a", "a", "나"])
            #expect(rows[0].payload == bytes && rows[0].payload.format == 0xFFFE && rows[0].payload.body.count == 256)
            #expect(rows[1].payload.body.isEmpty && String(decoding: rows[2].payload.body, as: UTF8.self) == "셋")
            let third = try LogRow(LogPayload(format: 7, "셋".utf8), at: 3, term: 2, by: b.identity)
            #expect(rows[2] == third)
            #expect(try await a.read(after: 2) == .rows([rows[2]], last: 3))
            #expect(try await b.bounds() == LogBounds(first: 1, last: 3))
        }
    }

    @Test(arguments: Engine.all)
    func `streams of one engine know nothing of each other`(_ engine: Engine) async throws {
        try await engine.withBench { (one) async throws in
            try await engine.withBench { (other) async throws in
                for bench in [one, other] {
                    #expect(try await bench.worker("a").takeOver() == 1)
                    #expect(try await bench.worker("a").append("x", at: 1, term: 1) == .appended)
                }
                #expect(try await one.worker("a").bounds() == LogBounds(first: 1, last: 1))
            }
        }
    }

    @Test(arguments: Engine.all)
    func `a row goes behind the last one, and nowhere else`(_ engine: Engine) async throws {
        try await engine.withBench { (bench) async throws in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            #expect(try await a.append("two", at: 2, term: 1).code == .outOfOrder)
            #expect(try await a.append("one", at: 1, term: 1) == .appended)
            #expect(try await a.append("three", at: 3, term: 1).code == .outOfOrder)
            #expect(try await a.bounds() == LogBounds(first: 1, last: 1))
        }
    }

    @Test(arguments: Engine.all)
    func `who finds a position taken gets the row that is there`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.takeOver(for: .zero) == 1)
            #expect(try await a.append("a's", at: 1, term: 1) == .appended)
            let row = try #require(try await a.rows().first)
            // One's own: it had been appended before.
            #expect(try await a.append("a's again", at: 1, term: 1) == .taken(by: row))
            // A former writer's, which the new one had not read yet.
            #expect(try await b.takeOver() == 2)
            #expect(try await b.append("b's", at: 1, term: 2) == .taken(by: row))
            #expect(try await b.rows() == [row])
        }
    }

    @Test(arguments: Engine.all)
    func `of writers that race for the same positions exactly one gets each`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let wins = try await withThrowingTaskGroup(of: [Int: String].self) { group in
                for name in ["a", "b", "c"] {
                    group.addTask {
                        let worker = bench.worker(name)
                        var won: [Int: String] = [:]
                        for _ in 0..<40 {
                            let term = try await worker.takeOver(for: .zero)
                            let position = try await worker.bounds().last + 1
                            if case .appended = try await worker.append(name, at: position, term: term) {
                                #expect(won.updateValue(name, forKey: position) == nil)
                            }
                        }
                        return won
                    }
                }
                var all: [Int: String] = [:]
                for try await won in group {
                    all.merge(won) { first, second in
                        Issue.record("\(first) and \(second) got the same position")
                        return first
                    }
                }
                return all
            }
            let rows = try await bench.worker("a").rows()
            #expect(rows.map(\.position) == Array(1..<(rows.count + 1)))
            #expect(Dictionary(uniqueKeysWithValues: rows.map { ($0.position, $0.writer) }) == wins)
            // Terms never fall.
            #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.term <= $1.term })
        }
    }

    @Test(arguments: Engine.all)
    func `a payload of several megabytes comes back whole`(_ engine: Engine) async throws {
        try await engine.withBench { (bench) async throws in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            let large = LogPayload(
                format: 1,
                (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
            )
            #expect(try await a.append(large, at: 1, term: 1) == .appended)
            #expect(try await a.append("small", at: 2, term: 1) == .appended)
            #expect(try await a.rows().first?.payload == large)
        }
    }

    @Test(arguments: Engine.all)
    func `a read is bounded in rows and in bytes, and brings at least one row`(_ engine: Engine) async throws {
        try await engine.withBench { (bench) async throws in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            for position in 1...5 {
                #expect(
                    try await a.append(LogPayload(format: 1, [UInt8](repeating: 1, count: 98)), at: position, term: 1)
                        == .appended
                )
            }
            func positions(_ outcome: ReadOutcome) -> [Int]? {
                guard case .rows(let rows, last: 5) = outcome else { return nil }
                return rows.map(\.position)
            }
            #expect(try await positions(a.read(after: 0, rows: 2)) == [1, 2])
            #expect(try await positions(a.read(after: 1, bytes: 1)) == [2])
            #expect(try await positions(a.read(after: 1, bytes: 100)) == [2])
            #expect(try await positions(a.read(after: 1, bytes: 101)) == [2, 3])
            #expect(try await positions(a.read(after: 5)) == [])
            // Rows that a reader knows and the engine does not: it has lost them.
            #expect(try await a.read(after: 6) == .ahead(last: 5))
        }
    }

    @Test(arguments: Engine.all, [Engine.Damage.missing, .changed, .moved])
    func `a log with a hole or a row that is not what was written is refused`(
        _ engine: Engine,
        _ damage: Engine.Damage
    ) async throws {
        try await engine.withBench { bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            for position in 1...4 { #expect(try await a.append("row \(position)", at: position, term: 1) == .appended) }
            try await bench.damage(2, damage)
            let error = await #expect(throws: LogError.self) { try await a.read(after: 0) }
            #expect(error?.code == .damaged)
            #expect(error?.message.contains("2") == true)
            // Where the hole is at the beginning of what is read, too; what is behind it can be read.
            await #expect(throws: LogError.self) { try await a.read(after: 1) }
            #expect(try await a.rows(after: 2).map(\.position) == [3, 4])
        }
    }

    @Test(arguments: Engine.all)
    func `only what a snapshot covers is pruned, and never the last row`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let a = bench.worker("a")
            #expect(try await a.prune(before: 10) == .pruned(rows: 0, isMoreLeft: false))
            #expect(try await a.takeOver() == 1)
            for position in 1...6 { #expect(try await a.append("\(position)", at: position, term: 1) == .appended) }
            #expect(try await a.prune(before: 3) == .needsSnapshot)
            try await a.snapshot(at: 3, [[1]])
            #expect(try await a.prune(before: 5) == .needsSnapshot)
            #expect(try await a.prune(before: 4) == .pruned(rows: 3, isMoreLeft: false))
            #expect(try await a.prune(before: 4) == .pruned(rows: 0, isMoreLeft: false))
            #expect(try await a.bounds() == LogBounds(first: 4, last: 6))
            #expect(try await a.read(after: 2) == .pruned(oldest: 4))
            #expect(try await a.rows(after: 3).map(\.position) == [4, 5, 6])
            // What was pruned is not there to be written again.
            for position in 1...3 { #expect(try await a.append("x", at: position, term: 1).code == .outOfOrder) }
            try await a.snapshot(at: 9, [[1]])
            #expect(try await a.prune(before: 9) == .pruned(rows: 2, isMoreLeft: false))
            #expect(try await a.bounds() == LogBounds(first: 6, last: 6))
            #expect(try await a.append("7", at: 7, term: 1) == .appended)
        }
    }

    @Test(arguments: Engine.all)
    func `what cannot be right is refused with a reason`(_ engine: Engine) async throws {
        try await engine.withBench { (bench) async throws in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            #expect(try await a.append("x", at: 0, term: 1).code == .invalid)
            #expect(try await a.append("x", at: 1, term: 0).code == .invalid)
            // A term that nobody was given: the engine has lost what it had confirmed.
            #expect(try await a.append("x", at: 1, term: 2).code == .lostCommits)
            let oversized = [UInt8](repeating: 0, count: BlobHash.maximumBytes + 1)
            let error = await #expect(throws: LogError.self) { try await a.put(oversized) }
            #expect(error?.code == .invalid)
            #expect(try await a.bounds().last == 0)
        }
    }

    @Test(arguments: ["", String(repeating: "x", count: 201), "a\0b"])
    func `a stream and a worker need a name`(_ name: String) {
        #expect(throws: LogError.self) { try LogIdentity(stream: name, writer: "a") }
        #expect(throws: LogError.self) { try LogIdentity(stream: "a", writer: name) }
    }

    @Test(arguments: Engine.all)
    func `every call is answered once, also when the log is closed`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            async let appended = a.append("x", at: 1, term: 1)
            async let bounds = bench.call("a") { $0.readBounds($1) }
            try await bench.run("a") { $0.close() }
            // Before the end, or told of it.
            switch try await appended {
            case .appended, .unknown: break
            case .failed(let error): #expect(error.code == .closed)
            default: Issue.record("it came to something else")
            }
            _ = try await bounds
            #expect(try await a.append("y", at: 2, term: 1).code == .closed)
        }
    }
}

extension AppendOutcome {
    /// Why nothing was appended, where it is an error.
    var code: LogError.Code? {
        if case .failed(let error) = self { error.code } else { nil }
    }
}
