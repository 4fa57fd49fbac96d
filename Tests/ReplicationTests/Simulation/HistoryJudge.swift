import Journal
import ReplicatedLog
import Replication
import SQLiteJournal
import SimulatedLog
import TestKit

/// Holds what is in the log and in the stores at the end of a history to what clients were told.
struct HistoryJudge {
    private let members: [SimulatedMember]
    private let rows: [(position: Int, row: LogStorage.Row)]
    private let losesCommits: Bool
    private let halt: String?

    init(_ members: [SimulatedMember], _ engine: SimulatedEngine, losesCommits: Bool) {
        self.members = members
        self.losesCommits = losesCommits
        rows = engine.storage.rows(of: "s")
        halt = engine.storage.halt(of: "s")
    }

    func judge(
        _ acknowledged: [Shop.Attempt],
        _ refused: [Shop.Attempt],
        _ lostRows: [[UInt8]],
        _ open: Set<String>,
        _ findings: inout [String]
    ) {
        if rows.map(\.position) != Array(1..<(rows.count + 1)) { findings.append("the log has a hole") }
        if !zip(rows, rows.dropFirst()).allSatisfy({ $0.row.term <= $1.row.term }) { findings.append("a term fell") }
        for member in members where member.stopped != nil && !losesCommits {
            findings.append("\(member.name) has stopped: \(member.stopped.map(\.description) ?? "")")
        }
        for case .log(let error)? in members.map(\.stopped) where error.code == .lostCommits && halt == nil {
            findings.append("rows are lost, and the stream goes on: \(error)")
        }
        let serving = members.filter { $0.stopped == nil }
        for member in serving { judge(member, &findings) }
        guard let one = serving.first else { return }
        // Nobody writes until somebody accepts the loss.
        let expected = halt == nil ? 1 : 0
        if !open.isEmpty, halt == nil { findings.append("\(open.sorted()) have not come to an end") }
        let actives = serving.count { if case .active = $0.replicator.member.state { true } else { false } }
        if actives != expected { findings.append("\(actives) are active at the end") }
        judge(acknowledged, refused, lostRows, by: one.store, &findings)
        for member in serving.dropFirst() {
            do {
                let (here, there) = (try StoreDump(of: one.store), try StoreDump(of: member.store))
                if here != there {
                    findings.append("\(one.name) and \(member.name) differ: \(here.difference(from: there))")
                }
            } catch {
                findings.append("\(member.name) cannot be read: \(error)")
            }
        }
    }

    /// Who serves has all of the log, and nothing else.
    private func judge(_ member: SimulatedMember, _ findings: inout [String]) {
        let applied = member.store.appliedRow ?? .start
        guard let last = rows.last else { return }
        if applied != AppliedRow(position: last.position, checksum: last.row.checksum) {
            findings.append("\(member.name) has row \(applied.position), and the log ends at \(last.position)")
        }
    }

    /// What was told to be done was done once, and what was refused was not.
    private func judge(
        _ acknowledged: [Shop.Attempt],
        _ refused: [Shop.Attempt],
        _ lostRows: [[UInt8]],
        by store: SQLiteJournal,
        _ findings: inout [String]
    ) {
        var written: [String: Int] = [:]
        do {
            for number in stride(from: 1, through: store.lastEntry, by: 1) {
                guard let entry = try store.entry(number) else { continue }
                written[String(decoding: entry.result, as: UTF8.self), default: 0] += 1
            }
            for attempt in acknowledged where lostRows.isEmpty {
                if try store.storedReply(forKey: attempt.key) == nil { findings.append("\(attempt) is lost") }
            }
        } catch {
            findings.append("the journal cannot be read: \(error)")
        }
        for (result, count) in written where count > 1 { findings.append("\(result) is there \(count) times") }
        let keys = written.keys.map { $0.prefix { $0 != "," } }
        if Set(keys).count != keys.count { findings.append("a key was written twice") }
        for attempt in refused where written[String(decoding: attempt.result, as: UTF8.self)] != nil {
            findings.append("\(attempt) was refused, and is there")
        }
    }
}
