import Platform
import ReplicatedLog
import SimulatedLog
import Testing

/// That the simulated engine keeps what an engine keeps, does to calls what happens to calls, and does it again from the same seed.
@Suite(.timeLimit(.minutes(10)))
struct SimulatedLogTests {
    private static let length = Duration.seconds(30)

    /// What became of one history.
    private struct History: Equatable {
        var rows: [LogRow] = []
        var counts: [String: Int] = [:]
        var findings: [String] = []
        var stopped = 0
    }

    /// Three writers on an engine that is cut off, slow, asks to repeat, loses connections and fails over.
    private func history(seed: UInt64, losing commits: Int = 0) throws -> History {
        let time = VirtualTime()
        var faults = LogFaults()
        faults.delay = .microseconds(100) ... .milliseconds(30)
        faults.timeout = .milliseconds(700)
        (faults.lostBefore, faults.lostAfter, faults.conflict) = (0.05, 0.05, 0.02)
        let engine = SimulatedEngine(seed: seed, faults: faults, now: { time.now }, schedule: { time.schedule($0, $1) })
        var committed: [LogRow] = []
        engine.onCommit = { committed.append($0) }
        let writers = try ["a", "b", "c"].map { name in
            SimulatedWriter(engine.log(try LogIdentity(stream: "s", writer: name)), lease: .milliseconds(600), in: time)
        }
        for writer in writers { writer.start() }
        var random = SeededGenerator(seed: seed ^ 0xFA17)
        while time.now < Self.length {
            time.run(until: time.now + .milliseconds(Int.random(in: 100...3_000, using: &random)))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: engine.cutOff(writers[Int.random(in: 0..<3, using: &random)].name)
            case 1: for writer in writers { engine.reconnect(writer.name) }
            case 2: engine.failOver(losing: 0, outage: .milliseconds(Int.random(in: 1...2_000, using: &random)))
            default: engine.clockSkew = .milliseconds(Int.random(in: -500...500, using: &random))
            }
        }
        if commits > 0 { engine.failOver(losing: commits, outage: .milliseconds(10)) }
        engine.faults = LogFaults()
        for writer in writers { engine.reconnect(writer.name) }
        time.run(until: Self.length + .seconds(60))
        return judge(writers, engine, committed)
    }

    private func judge(_ writers: [SimulatedWriter], _ engine: SimulatedEngine, _ committed: [LogRow]) -> History {
        var history = History()
        for (position, row) in engine.storage.rows(of: "s") {
            let read = try? LogRow(
                stream: "s",
                position: position,
                term: row.term,
                writer: row.writer,
                payload: row.payload,
                checksum: row.checksum
            )
            if let read { history.rows.append(read) } else { history.findings.append("\(position) is damaged") }
        }
        if history.rows.map(\.position) != Array(1..<(history.rows.count + 1)) { history.findings.append("a hole") }
        if !zip(history.rows, history.rows.dropFirst()).allSatisfy({ $0.term <= $1.term }) {
            history.findings.append("a term fell")
        }
        let payloads = Set(history.rows.map(\.payload))
        let payloadAt = Dictionary(uniqueKeysWithValues: history.rows.map { ($0.position, $0.payload) })
        if payloads.count != history.rows.count { history.findings.append("one payload twice") }
        for writer in writers {
            history.counts[writer.name] = writer.acknowledged.count
            if writer.stopped != nil {
                // It has found out that the log is another one.
                history.stopped += 1
                continue
            }
            for (position, payload) in writer.acknowledged where payloadAt[position] != payload {
                history.findings.append("\(writer.name): \(position) was acknowledged and is not there")
            }
            for (position, payload) in writer.refused where payloads.contains(payload) {
                history.findings.append("\(writer.name): \(position) was refused and is there")
            }
            if !history.rows.starts(with: writer.rows) {
                history.findings.append("\(writer.name) has read something else")
            }
        }
        return history
    }

    @Test(arguments: [1...8 as ClosedRange<UInt64>, 9...16])
    func `no acknowledged row is lost and no refused one is there, whatever happens to calls`(
        _ seeds: ClosedRange<UInt64>
    ) throws {
        var rows = 0
        for seed in seeds {
            let history = try history(seed: seed)
            #expect(history.findings.isEmpty, "seed \(seed)")
            #expect(history.stopped == 0, "seed \(seed)")
            rows += history.rows.count
        }
        // They came to something: some hundred rows each.
        #expect(rows > 8 * 100)
    }

    @Test func `the same seed is the same history`() throws {
        #expect(try history(seed: 7) == history(seed: 7))
        #expect(try history(seed: 7).rows != history(seed: 8).rows)
    }

    @Test func `an engine that loses what it had confirmed is found out by the workers who know more`() throws {
        var found = 0
        for seed: UInt64 in 1...6 {
            let history = try history(seed: seed, losing: 40)
            // Whoever goes on has lost nothing of what it knew.
            #expect(history.findings.isEmpty, "seed \(seed)")
            found += history.stopped
        }
        #expect(found >= 6)
    }

    @Test func `an engine that refuses everything does nothing`() throws {
        let time = VirtualTime()
        let engine = SimulatedEngine(seed: 1, now: { time.now }, schedule: { time.schedule($0, $1) })
        engine.faults.refusal = LogError(.full, "The disk is full")
        let log = engine.log(try LogIdentity(stream: "s", writer: "a"))
        var outcomes: [String] = []
        log.acquireLease(endpoints: "", for: .seconds(1)) { outcomes.append("\($0)") }
        log.append(LogRow(LogPayload(format: 1, []), at: 1, term: 1, by: log.identity)) { outcomes.append("\($0)") }
        #expect(outcomes.isEmpty, "an answer came before the call had returned")
        time.run(until: .seconds(1))
        #expect(outcomes.count == 2 && outcomes.allSatisfy { $0.contains("disk is full") })
        #expect(engine.storage.streams.isEmpty)
    }
}
