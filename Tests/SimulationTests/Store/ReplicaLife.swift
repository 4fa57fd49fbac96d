import Glibc
import Messages
import SimulatedWorker
import TestKit

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// One stream: what its writer has decided, iteration by iteration, and what its store was after each of them.
struct ReplicaScript {
    static let epoch = "0190b5a8-7f00-7000-8000-00000000000d"

    struct Step {
        let changes: [(sql: String, values: [StoredValue])]
        let batch: JournalBatch
        let row: [UInt8]
    }

    private(set) var steps: [Step] = []
    /// What a store is at each position, from 0 on.
    private(set) var contents: [StoreDump] = []

    /// Decides everything in a store whose disk works.
    init(seed: UInt64, directory: String) throws {
        var random = SimulationRandom(seed: seed)
        let journal = try SQLiteJournal(opening: Self.configuration(directory))
        defer { journal.close() }
        contents.append(try StoreDump(of: journal))
        for position in 1...random.int(10...60) {
            let changes = (0..<random.int(0...4)).map { Self.change($0, at: position, &random) }
            try Self.change(changes, in: journal)
            let batch = Self.batch(position, after: journal, &random)
            let row = try journal.row(of: batch)
            try journal.commit(batch, at: position)
            steps.append(Step(changes: changes, batch: batch, row: row))
            contents.append(try StoreDump(of: journal))
        }
    }

    static func configuration(_ directory: String) -> SQLiteJournalConfiguration {
        var configuration = SQLiteJournalConfiguration(directory: directory, service: "market")
        configuration.tables = TableSchema([
            .init("1 book", "CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE) STRICT")
        ])
        configuration.replicatedEpoch = epoch
        configuration.commitSync = .normal
        return configuration
    }

    static func change(
        _ changes: [(sql: String, values: [StoredValue])],
        in journal: SQLiteJournal
    ) throws(StorageError) {
        guard !changes.isEmpty else { return }
        try journal.tables.attempt(onFailure: { $0 }) { () throws(StorageError) in
            for change in changes { try journal.tables.change(change.sql, change.values) }
        }
    }

    private static func change(
        _ index: Int,
        at position: Int,
        _ random: inout SimulationRandom
    ) -> (sql: String, values: [StoredValue]) {
        let title = "\(position).\(index)" + String(repeating: "x", count: random.int(0...6_000))
        return (
            random.pick([
                "INSERT OR REPLACE INTO book VALUES (?1, ?2)", "UPDATE book SET title = ?2 WHERE id = ?1",
                "DELETE FROM book WHERE id = ?1 AND title <> ?2",
            ]),
            [.integer(random.int(1...30)), .text(title)]
        )
    }

    private static func batch(
        _ position: Int,
        after journal: SQLiteJournal,
        _ random: inout SimulationRandom
    ) -> JournalBatch {
        var batch = JournalBatch(time: position)
        for row in 0..<random.int(0...4) {
            batch.append(
                number: journal.lastEntry + 1 + row,
                method: "market.products.purchase",
                key: "key-\(position)-\(row)",
                fingerprint: [1],
                result: [UInt8](repeating: UInt8(random.int(97...122)), count: random.int(1...6_000))
            )
        }
        return batch
    }
}

/// A store that follows a log, as its writer or as a replica, on a disk that fails in every way it can.
///
/// Its commits are not synced: a loss of power may take the newest, and the log gives them again.
struct ReplicaLife {
    private let disk: SimulatedDisk
    private let script: ReplicaScript
    private var random: SimulationRandom
    private let checkpointPages: Int
    private let checkpointWrites: CheckpointWrites
    /// The last row that was in the store when somebody looked.
    private var applied = 0
    /// The last row that did not fit the store of the present process.
    private var doubtedRow: Int?
    private(set) var findings: [String] = []
    /// How often a store was found at an earlier row than before.
    private(set) var losses = 0

    init(seed: UInt64, directory: String) throws {
        random = SimulationRandom(seed: seed)
        guard mkdir(directory, 0o700) == 0 else { throw SimulationError("cannot make \(directory)") }
        // First: it has to be there before SQLite is used.
        disk = try SimulatedDisk(directory: directory + "/replica", seed: random.next())
        script = try ReplicaScript(seed: random.next(), directory: directory + "/writer")
        checkpointPages = random.int(4...60)
        checkpointWrites = seed.isMultiple(of: 2) ? .plain : .portioned
        if random.chance(percent: 50) { disk.keepLost() }
        if random.chance(percent: 50) { disk.setLongestPause(random.int(1...5_000_000)) }
    }

    mutating func run() throws {
        for _ in 0..<random.int(1...6) where findings.isEmpty {
            if random.chance(percent: 70) { disk.crash(after: random.int(1...(random.chance(percent: 50) ? 60 : 800))) }
            if random.chance(percent: 20) { disk.crash(inDatabaseSync: random.int(1...12)) }
            if random.chance(percent: 50) { disk.strike(&random) }
            serve()
            disk.heal()
            if random.chance(percent: 60) { try disk.losePower() } else { disk.revive() }
        }
        guard findings.isEmpty else { return }
        do {
            let journal = try SQLiteJournal.openHealed(configuration)
            defer { journal.close() }
            try require(journal)
            while findings.isEmpty, let position = journal.logPosition, position < script.steps.count {
                try apply(position, to: journal)
            }
            try require(journal)
        } catch {
            findings.append("at the end: \(error)")
        }
    }

    /// One process: it opens the store, or tries to, and follows the log until it ends or dies.
    private mutating func serve() {
        doubtedRow = nil
        guard let journal = open() else { return }
        guard look(at: journal) || recover(journal) else { return journal.close() }
        for _ in 0..<random.int(1...40) where findings.isEmpty {
            if random.chance(percent: 10) { disk.strike(&random) }
            if random.chance(percent: 3) { disk.heal() }
            guard step(journal) else { break }
        }
        if random.chance(percent: 50) { disk.crash() }
        journal.close()
    }

    private mutating func open() -> SQLiteJournal? {
        for _ in 0..<random.int(1...4) {
            do {
                return try SQLiteJournal(opening: configuration)
            } catch {
                note(error, "opening")
                if disk.isDead { return nil }
            }
        }
        return nil
    }

    /// - Returns: Whether the process goes on.
    private mutating func step(_ journal: SQLiteJournal) -> Bool {
        guard let position = journal.logPosition, position < script.steps.count else { return false }
        do {
            if random.chance(percent: 50) {
                try apply(position, to: journal)
            } else {
                try decide(position, in: journal)
            }
            applied = position + 1
            guard random.chance(percent: 10) else { return true }
            return look(at: journal) || recover(journal)
        } catch {
            // Refused once more by a store that was opened anew, it is no matter of the disk.
            note(error, "row \(position + 1)", isInUse: error.code != .diverged || doubtedRow != position + 1)
            if error.code == .diverged { doubtedRow = position + 1 }
            journal.tables.discard()
            // A commit of unknown outcome may be there.
            return !disk.isDead && recover(journal)
        }
    }

    private func apply(_ position: Int, to journal: SQLiteJournal) throws(StorageError) {
        try journal.apply(ReplicatedRow(decoding: script.steps[position].row), at: position + 1)
    }

    /// What the writer of the stream does: the row is in the log before it commits.
    private mutating func decide(_ position: Int, in journal: SQLiteJournal) throws(StorageError) {
        let step = script.steps[position]
        try ReplicaScript.change(step.changes, in: journal)
        let row = try journal.row(of: step.batch)
        if row != step.row { findings.append("row \(position + 1) is another one than before") }
        if random.chance(percent: 70) { try journal.stage(step.batch, at: position + 1, checksum: []) }
        if random.chance(percent: 10) {
            // As where nobody waits any longer for what the log says of it.
            journal.tables.discard()
            return try apply(position, to: journal)
        }
        try journal.commit(step.batch, at: position + 1)
    }

    private mutating func recover(_ journal: SQLiteJournal) -> Bool {
        for _ in 0..<random.int(1...8) {
            // As a replicated journal does.
            journal.closeUntilProbed()
            do {
                try journal.probe()
                if look(at: journal) { return true }
            } catch {
                note(error, "a probe")
                if disk.isDead || !findings.isEmpty { return false }
                if random.chance(percent: 30) { disk.heal() }
            }
        }
        return false
    }

    /// The store has to be exactly what it was at the position that it says.
    private mutating func require(_ journal: SQLiteJournal) throws(StorageError) {
        let content = try StoreDump(of: journal)
        guard let position = journal.logPosition, position < script.contents.count else {
            return findings.append("the store has no position")
        }
        if position < applied { losses += 1 }
        applied = position
        guard content != script.contents[position] else { return }
        findings.append(
            "at row \(position) the store is another: \(content.difference(from: script.contents[position]))"
        )
    }

    /// - Returns: Whether it could be read.
    private mutating func look(at journal: SQLiteJournal) -> Bool {
        do {
            try require(journal)
            return true
        } catch {
            note(error, "a look", isInUse: true)
            return false
        }
    }

    /// - Parameter isInUse: Whether the store was open: a disk that fails shows in one whose commits are not synced as damage or as missing
    ///   rows, and only opening it anew tells what is there.
    private mutating func note(_ error: StorageError, _ moment: String, isInUse: Bool = false) {
        guard [.corrupt, .foreign, .diverged, .unreadable].contains(error.code), !disk.isDead else { return }
        if isInUse, [.corrupt, .diverged].contains(error.code) { return }
        findings.append("\(moment): \(error)")
    }

    private var configuration: SQLiteJournalConfiguration {
        var configuration = ReplicaScript.configuration(disk.directory)
        configuration.checkpointPages = checkpointPages
        configuration.checkpointWrites = checkpointWrites
        return configuration
    }
}
