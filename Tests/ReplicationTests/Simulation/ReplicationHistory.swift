import Foundation
import Journal
import Platform
import ReplicatedLog
import Replication
import SQLiteJournal
import SimulatedLog
import TestKit

/// One history of three members of a stream, which follows from its seed.
///
/// Clients write until they know, the engine has bad days, processes pause and end.
final class ReplicationHistory {
    /// What happened, to see that it was worth it.
    struct Counts: Equatable {
        var acknowledged = 0
        var refused = 0
        var unknown = 0
        var terms = 0
        var stopped = 0
        var compared = 0
        /// Members that were active at any time.
        var actives: Set<String> = []
    }

    private static let storm = Duration.seconds(8)
    private static let calm = Duration.seconds(20)

    let time = VirtualTime()
    let engine: SimulatedEngine
    private(set) var members: [SimulatedMember] = []
    private(set) var counts = Counts()
    private(set) var findings: [String] = []
    private let directory: TemporaryDirectory
    private let losesCommits: Bool
    private var random: SeededGenerator
    private var attempts = 0
    private var isStormy = true
    /// Writes whose clients were told that they are done, and the rows that an engine has lost.
    private var acknowledged: [Shop.Attempt] = []
    private var refused: [Shop.Attempt] = []
    private var open: Set<String> = []
    private var lostRows: [[UInt8]] = []
    /// How many rows there were when the stream was seen halted first.
    private var haltedAt: Int?
    private var dumps: [AppliedRow: StoreDump] = [:]

    /// - Parameters:
    ///   - directory: Where the stores are.
    ///   - losesCommits: Whether the engine once loses what it had confirmed.
    init(seed: UInt64, in directory: TemporaryDirectory, losesCommits: Bool) throws {
        self.directory = directory
        self.losesCommits = losesCommits
        var random = SeededGenerator(seed: seed)
        var faults = LogFaults()
        faults.delay = .microseconds(100) ... .milliseconds(random.chance(0.3) ? 120 : 15)
        faults.timeout = .milliseconds(400)
        if random.chance(0.7) { (faults.lostBefore, faults.lostAfter, faults.conflict) = (0.03, 0.03, 0.02) }
        self.random = random
        let time = time
        engine = SimulatedEngine(seed: seed, faults: faults, now: { time.now }, schedule: { time.schedule($0, $1) })
        for name in ["a", "b", "c"] {
            let member = try SimulatedMember(name, in: "\(directory.path)/\(name)", on: engine, time, Self.settings)
            member.onStored = { [unowned self] in look(at: $0) }
            members.append(member)
        }
    }

    /// A fifth of the usual times, so that more happens.
    private static var settings: ReplicationSettings {
        var settings = ReplicationSettings()
        (settings.lease, settings.renewal) = (.milliseconds(600), .milliseconds(200))
        (settings.writesWithoutRenewal, settings.poll) = (.milliseconds(400), .milliseconds(100))
        settings.readLimit = ReadLimit(rows: 5, bytes: 1 << 20)
        settings.backoff = .milliseconds(20) ... .milliseconds(500)
        return settings
    }

    func run() throws {
        for client in 1...3 { write(client: client) }
        let loss = losesCommits ? Duration.milliseconds(Int.random(in: 3_000...7_000, using: &random)) : nil
        while time.now < Self.storm {
            time.run(until: time.now + .milliseconds(Int.random(in: 20...700, using: &random)))
            note()
            if let loss, lostRows.isEmpty, time.now >= loss { loseCommits() }
            try strike()
        }
        isStormy = false
        engine.faults = LogFaults()
        engine.clockSkew = .zero
        for member in members {
            engine.reconnect(member.writer)
            member.resume()
        }
        time.run(until: Self.storm + Self.calm)
        note()
        let judge = HistoryJudge(members, engine, losesCommits: losesCommits)
        judge.judge(acknowledged, refused, lostRows, open, &findings)
        time.forgetPlanned()
        counts.stopped = members.count { $0.stopped != nil }
    }

    // MARK: Bad days

    private func strike() throws {
        let member = members[Int.random(in: 0..<members.count, using: &random)]
        switch Int.random(in: 0..<12, using: &random) {
        case 0: engine.cutOff(member.writer)
        case 1: engine.cutOff(member.writer, [.answers])
        case 2: engine.cutOff(member.writer, [.requests])
        case 3, 4: for member in members { engine.reconnect(member.writer) }
        case 5: engine.failOver(losing: 0, outage: .milliseconds(Int.random(in: 1...900, using: &random)))
        case 6: engine.clockSkew = .milliseconds(Int.random(in: -500...500, using: &random))
        case 7: member.pause()
        case 8, 9: for member in members { member.resume() }
        case 10: try member.restart(losesNewest: random.chance(0.3))
        default:
            let successor = members[Int.random(in: 0..<members.count, using: &random)]
            let holder = LeaseHolder(writer: successor.writer, endpoints: successor.name)
            member.perform { member.replicator.handOver(to: successor === member ? nil : holder) }
        }
    }

    private func loseCommits() {
        let before = engine.storage.rows(of: "s").map(\.row.checksum)
        engine.failOver(losing: Int.random(in: 5...40, using: &random), outage: .milliseconds(10))
        let after = Set(engine.storage.rows(of: "s").map(\.row.checksum))
        lostRows = before.filter { !after.contains($0) }
    }

    private func note() {
        let rows = engine.storage.rows(of: "s").count
        if engine.storage.halt(of: "s") == nil {
            haltedAt = nil
        } else if let haltedAt, rows != haltedAt {
            findings.append("the stream was halted at \(haltedAt) rows, and has \(rows)")
        } else {
            haltedAt = rows
        }
        for member in members {
            counts.terms = max(counts.terms, member.replicator.member.lease?.term ?? 0)
            if case .active = member.replicator.member.state { counts.actives.insert(member.name) }
        }
    }

    // MARK: Clients

    /// Makes one write until its client knows that it is done, and then the next.
    private func write(client: Int) {
        attempts += 1
        let key = "key-\(client)-\(attempts)"
        open.insert(key)
        attempt(key, client)
    }

    private func attempt(_ key: String, _ client: Int) {
        attempts += 1
        let attempt = Shop.Attempt(key: key, number: attempts)
        let member = members[Int.random(in: 0..<members.count, using: &random)]
        var isAnswered = false
        member.write(attempt, within: .milliseconds(900)) { [self] outcome in
            switch outcome {
            case .committed: acknowledge(attempt, by: member)
            case .refused:
                counts.refused += 1
                refused.append(attempt)
            case .unknown: counts.unknown += 1
            }
            guard !isAnswered else { return }
            isAnswered = true
            goOn(outcome == .committed ? nil : key, client)
        }
        // A member that is paused, or has ended, says nothing.
        time.schedule(.milliseconds(1_500)) { [self] in
            guard !isAnswered else { return }
            isAnswered = true
            goOn(key, client)
        }
    }

    private func goOn(_ key: String?, _ client: Int) {
        let pause = Duration.milliseconds(Int.random(in: 10...(key == nil ? 500 : 150), using: &random))
        time.schedule(pause) { [self] in
            if let key { attempt(key, client) } else if isStormy { write(client: client) }
        }
    }

    /// Whoever says that a write is done has to have it from the log.
    private func acknowledge(_ attempt: Shop.Attempt, by member: SimulatedMember) {
        counts.acknowledged += 1
        acknowledged.append(attempt)
        open.remove(attempt.key)
        let last = member.store.appliedRow ?? .start
        let row = engine.storage.streams["s"]?.rows[last.position]
        if row?.checksum != last.checksum, !lostRows.contains(last.checksum) {
            findings.append("\(member.writer) says that \(attempt) is done, and row \(last.position) is not in the log")
        }
    }

    // MARK: Stores

    /// Compares a store with what another was at the same row, at some rows.
    private func look(at member: SimulatedMember) {
        guard let row = member.store.appliedRow, row.position.isMultiple(of: 8) else { return }
        do {
            let dump = try StoreDump(of: member.store)
            guard let other = dumps[row] else { return dumps[row] = dump }
            counts.compared += 1
            guard dump != other else { return }
            findings.append("\(member.name) differs at \(row.position): \(dump.difference(from: other))")
        } catch {
            findings.append("\(member.name) cannot be read: \(error)")
        }
    }
}
