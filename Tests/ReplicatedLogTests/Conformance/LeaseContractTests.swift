import ReplicatedLog
import Testing

/// What every log promises of its lease, and of who may write.
@Suite(.timeLimit(.minutes(10)))
struct LeaseContractTests {
    @Test(arguments: Engine.all)
    func `one worker has the lease, and everybody sees who`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.lease() == nil)
            #expect(try await b.renew(term: 1) == .refused(nil))
            guard case .granted(let lease) = try await a.acquire() else { throw Unexpected() }
            #expect(lease.term == 1 && lease.holder == LeaseHolder(writer: "a", endpoints: "tcp://a:1"))
            #expect(lease.remaining > .zero && lease.remaining <= .seconds(60) && !lease.isFree)
            guard case .refused(let present?) = try await b.acquire() else { throw Unexpected() }
            #expect(present.term == 1 && present.holder == lease.holder)
            #expect(try await b.lease()?.holder == lease.holder)
            // A holder that takes it again has a new term.
            #expect(try await a.takeOver() == 2)
        }
    }

    @Test(arguments: Engine.all)
    func `a stream that is halted takes no row and has no holder, and says why`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.takeOver() == 1)
            #expect(try await a.append("one", at: 1, term: 1) == .appended)
            let epoch = try await a.open(epoch: "11111111-1111-4111-8111-111111111111")
            // Whoever has rows of a former epoch alone has lost nothing.
            #expect(try await b.halt(because: "late", in: "before") == .newEpoch(epoch))
            #expect(try await a.lease()?.halt == nil)
            #expect(try await b.halt(because: "Row 9 is gone", in: epoch) == .halted)
            #expect(try await a.halt(because: "another reason", in: epoch) == .halted)
            let lease = try await a.lease()
            #expect(lease?.halt == "Row 9 is gone" && lease?.isFree == false && lease?.holder == nil)
            for outcome in try await [a.acquire(), b.acquire(), a.renew(term: 1), a.handOver(term: 1, to: b)] {
                guard case .refused(let present?) = outcome else { throw Unexpected() }
                #expect(present.halt == "Row 9 is gone")
            }
            guard case .fenced(let present) = try await a.append("two", at: 2, term: 1) else { throw Unexpected() }
            #expect(present.halt == "Row 9 is gone")
        }
    }

    @Test(arguments: Engine.all)
    func `a renewal finds out that the row of its worker is gone, or another`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let a = bench.worker("a")
            #expect(try await a.takeOver() == 1)
            for position in 1...2 { #expect(try await a.append("x", at: position, term: 1) == .appended) }
            guard case .rows(let rows, _) = try await a.read(after: 1) else { throw Unexpected() }
            let row = KnownRow(position: 2, checksum: rows.first?.checksum ?? [])
            guard case .granted = try await a.renew(term: 1, knowing: row) else { throw Unexpected() }
            for lost in [KnownRow(position: 2, checksum: [1]), KnownRow(position: 3, checksum: row.checksum)] {
                let error = await #expect(throws: LogError.self) { _ = try await a.renew(term: 1, knowing: lost) }
                #expect(error?.code == .lostCommits)
            }
        }
    }

    @Test(arguments: Engine.all)
    func `a lease is renewed by its holder under its term, and by nobody else`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.takeOver(for: .seconds(1)) == 1)
            guard case .granted(let lease) = try await a.renew(term: 1, for: .seconds(3_600)) else {
                throw Unexpected()
            }
            #expect(lease.term == 1 && lease.remaining > .seconds(3_000))
            for outcome in try await [
                b.renew(term: 1), a.renew(term: 2), b.release(term: 1), a.handOver(term: 2, to: b),
            ] {
                guard case .refused(let present?) = outcome else { throw Unexpected() }
                #expect(present.term == 1 && present.holder?.writer == "a")
            }
        }
    }

    @Test(arguments: Engine.all)
    func `a lease runs out by the engine's clock, and can be renewed until it is taken`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.takeOver(for: .milliseconds(50)) == 1)
            // The moment is the engine's: it is asked until it says so.
            while try await a.lease()?.isFree != true {}
            guard case .granted(let renewed) = try await a.renew(term: 1, for: .zero) else { throw Unexpected() }
            #expect(renewed.term == 1 && renewed.isFree)
            #expect(try await b.takeOver() == 2)
            guard case .refused = try await a.renew(term: 1) else { throw Unexpected() }
        }
    }

    @Test(arguments: Engine.all)
    func `a lease that is further ahead than a lease can be is free`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.takeOver() == 1)
            try await bench.setClockBack(hours: 1)
            // A holder that is there makes it right again.
            guard case .granted(let lease) = try await a.renew(term: 1) else { throw Unexpected() }
            #expect(lease.remaining <= .seconds(60))
            guard case .refused = try await b.acquire() else { throw Unexpected() }
            try await bench.setClockBack(hours: 1)
            #expect(try await b.takeOver() == 2)
            guard case .fenced = try await a.append("x", at: 1, term: 1) else { throw Unexpected() }
        }
    }

    @Test(arguments: Engine.all)
    func `a lease that was given up is there for anybody at once`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.takeOver() == 1)
            guard case .granted(let lease) = try await a.release(term: 1) else { throw Unexpected() }
            #expect(lease.term == 1 && lease.holder == nil && lease.isFree)
            #expect(try await b.takeOver() == 2)
        }
    }

    @Test(arguments: Engine.all)
    func `who hands the lease over writes nothing more`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.takeOver() == 1)
            #expect(try await a.append("last", at: 1, term: 1) == .appended)
            guard case .granted(let lease) = try await a.handOver(term: 1, to: b) else { throw Unexpected() }
            #expect(
                lease.term == 2 && lease.holder == LeaseHolder(writer: "b", endpoints: "tcp://b:1") && !lease.isFree
            )
            guard case .fenced(let by) = try await a.append("x", at: 2, term: 1) else { throw Unexpected() }
            #expect(by.holder == lease.holder)
            #expect(try await b.append("first", at: 2, term: 2) == .appended)
            guard case .refused = try await a.acquire() else { throw Unexpected() }
        }
    }

    @Test(arguments: Engine.all)
    func `a former writer that wakes up is fenced`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (zombie, active) = (bench.worker("zombie"), bench.worker("active"))
            #expect(try await zombie.takeOver(for: .zero) == 1)
            #expect(try await zombie.append("one", at: 1, term: 1) == .appended)
            #expect(try await active.takeOver() == 2)
            // Before the new writer has written anything, and after.
            for position in 2...3 {
                guard case .fenced(let lease) = try await zombie.append("late", at: position, term: 1) else {
                    throw Unexpected()
                }
                #expect(lease.term == 2 && lease.holder?.writer == "active")
                #expect(try await active.append("new", at: position, term: 2) == .appended)
                guard case .fenced = try await zombie.append("later", at: position, term: 1) else { throw Unexpected() }
            }
            #expect(try await active.rows().map(\.writer) == ["zombie", "active", "active"])
        }
    }

    @Test(arguments: Engine.all)
    func `what is read after a takeover is the whole log, while the former writer goes on`(_ engine: Engine)
        async throws
    {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            var position = 0
            for term in stride(from: 1, through: 19, by: 2) {
                #expect(try await a.takeOver(for: .zero) == term)
                let first = position + 1
                async let appending = Self.appendUntilFenced(a, from: first, term: term)
                // In the midst of it.
                while try await b.bounds().last < first {}
                #expect(try await b.takeOver(for: .zero) == term + 1)
                let seen = try await b.bounds().last
                let appended = try await appending
                #expect(appended == seen, "rows came after the takeover")
                #expect(try await b.bounds().last == seen)
                position = seen
            }
        }
    }

    /// The last position that was appended; not without end where nobody is fenced.
    private static func appendUntilFenced(_ worker: Worker, from first: Int, term: Int) async throws -> Int {
        var position = first
        while position < first + 20_000 {
            switch try await worker.append("x", at: position, term: term) {
            case .appended: position += 1
            case .conflict: break
            case .fenced: return position - 1
            default: throw Unexpected()
            }
        }
        throw Unexpected()
    }

    @Test(arguments: Engine.all)
    func `an append is found out about by raising the term`(_ engine: Engine) async throws {
        try await engine.withBench { bench in
            let (a, b) = (bench.worker("a"), bench.worker("b"))
            #expect(try await a.takeOver() == 1)
            #expect(try await a.append("mine", at: 1, term: 1) == .appended)
            guard case .applied(let lease) = try await a.resolve(at: 1, term: 1) else { throw Unexpected() }
            #expect(lease.term == 2 && lease.holder?.writer == "a")
            guard case .notApplied(let next) = try await a.resolve(at: 2, term: 2) else { throw Unexpected() }
            #expect(next.term == 3)
            // The append that was thought lost comes late: it counts no more.
            guard case .fenced = try await a.append("late", at: 2, term: 2) else { throw Unexpected() }

            // Somebody else has taken over meanwhile: that settles it as well.
            #expect(try await a.append("mine too", at: 2, term: 3) == .appended)
            _ = try await a.release(term: 3)
            #expect(try await b.takeOver() == 4)
            guard case .applied(let theirs) = try await a.resolve(at: 2, term: 3) else { throw Unexpected() }
            #expect(theirs.holder?.writer == "b")
            guard case .notApplied = try await a.resolve(at: 3, term: 3) else { throw Unexpected() }
            #expect(try await b.append("theirs", at: 3, term: 4) == .appended)
            guard case .notApplied = try await a.resolve(at: 3, term: 3) else { throw Unexpected() }
            // A term that the engine does not know: it has lost what it had confirmed.
            let error = await #expect(throws: LogError.self) { try await a.resolve(at: 4, term: 9) }
            #expect(error?.code == .lostCommits)
        }
    }
}

/// An outcome that is none of those expected.
struct Unexpected: Error {}
