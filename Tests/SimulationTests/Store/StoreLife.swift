import Glibc
import Messages
import SimulatedWorker

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// A store as a service runs it, its log copied by a thread of its own, on a disk that fails in every way it can.
///
/// A seed fixes what is written and what fails; how the two threads meet is the machine's.
struct StoreLife {
    private enum Fate {
        case acknowledged
        case refused
        /// The commit failed: it is there as a whole or not at all. The number tells batches apart.
        case unknown(Int)
    }

    private struct Write {
        let key: String
        let result: [UInt8]
        let fate: Fate
    }

    private let disk: SimulatedDisk
    private var random: SimulationRandom
    private let checkpointPages: Int
    private let checkpointWrites: CheckpointWrites
    private var writes: [Write] = []
    private var batches = 0
    private var outsideWrites = 0
    private(set) var findings: [String] = []

    init(seed: UInt64, directory: String) throws {
        random = SimulationRandom(seed: seed)
        disk = try SimulatedDisk(directory: directory, seed: random.next())
        checkpointPages = random.int(4...60)
        checkpointWrites = seed.isMultiple(of: 2) ? .plain : .portioned
        if random.chance(percent: 50) { disk.keepLost() }
        if random.chance(percent: 50) { disk.setLongestPause(random.int(1...5_000_000)) }
    }

    /// Lives some times with faults, and looks at what is left.
    mutating func run() throws -> StoreLifeCounts {
        for _ in 0..<random.int(1...4) where findings.isEmpty {
            plan()
            serve()
            disk.heal()
            if random.chance(percent: 60) { try disk.losePower() } else { disk.revive() }
        }
        if findings.isEmpty { judge() }
        var counts = StoreLifeCounts()
        counts.lives = 1
        counts.outsideWrites = outsideWrites
        for write in writes {
            switch write.fate {
            case .acknowledged: counts.acknowledged += 1
            case .refused: counts.refused += 1
            case .unknown: counts.unknown += 1
            }
        }
        counts.add(disk.counts)
        return counts
    }

    // MARK: Faults

    private mutating func plan() {
        if random.chance(percent: 70) { disk.crash(after: random.int(1...(random.chance(percent: 50) ? 60 : 1_500))) }
        // While the log that was copied is written anew by the other thread.
        if random.chance(percent: 20) { disk.crash(inDatabaseSync: random.int(1...12)) }
        if random.chance(percent: 50) { disk.strike(&random) }
    }

    // MARK: Life

    /// One process: it opens the store, or tries to, and writes until it ends or dies.
    private mutating func serve() {
        guard let journal = open() else { return }
        for _ in 0..<random.int(1...40) {
            if random.chance(percent: 10) { disk.strike(&random) }
            if random.chance(percent: 3) { disk.heal() }
            if random.chance(percent: 2) { writeFromOutside() }
            // Nobody writes for a while, so that the other thread may come to the end of the log.
            if random.chance(percent: 20) { usleep(UInt32(random.int(0...2_000))) }
            guard commit(to: journal) else { break }
        }
        // An orderly end, or the death of the process at a moment without a step of the disk.
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
    private mutating func commit(to journal: SQLiteJournal) -> Bool {
        batches += 1
        // Seldom more than SQLite keeps in memory, so that it writes pages before the end of the transaction.
        let isLarge = random.chance(percent: 2)
        let rows = (0..<(isLarge ? 150 : random.int(1...6))).map { row in
            (
                "key-\(batches)-\(row)",
                [UInt8](repeating: UInt8(random.int(97...122)), count: isLarge ? 20_000 : random.int(10...9_000))
            )
        }
        var batch = JournalBatch(time: batches)
        for (row, (key, result)) in rows.enumerated() {
            let number = journal.lastEntry + 1 + row
            batch.append(
                number: number,
                method: "juice.order",
                key: key,
                fingerprint: [1],
                result: result,
                isListed: true
            )
        }
        var fate = Fate.acknowledged
        do {
            try journal.commit(batch)
        } catch {
            note(error, "a commit")
            fate = error.code == .commitUnknown ? .unknown(batches) : .refused
        }
        writes += rows.map { Write(key: $0.0, result: $0.1, fate: fate) }
        if case .acknowledged = fate { return true }
        return !disk.isDead && recover(journal)
    }

    /// What a service does after a failure: it tries until the store works.
    private mutating func recover(_ journal: SQLiteJournal) -> Bool {
        for _ in 0..<random.int(1...8) {
            do {
                try journal.probe()
                return true
            } catch {
                note(error, "a probe")
                if disk.isDead || !findings.isEmpty { return false }
                if random.chance(percent: 30) { disk.heal() }
            }
        }
        return false
    }

    private mutating func note(_ error: StorageError, _ moment: String) {
        guard [.corrupt, .foreign].contains(error.code), !disk.isDead else { return }
        findings.append("\(moment): \(error)")
    }

    /// What a program that is none of ours does beside the service: it writes, and copies nothing of the log.
    private mutating func writeFromOutside() {
        // The faults are for it, too.
        guard let database = try? Database(StoreFiles(configuration).database, for: .writing) else { return }
        defer { database.close() }
        do throws(StorageError) {
            try database.copyLogAtClose(false)
            try database.execute("PRAGMA wal_autocheckpoint = 0")
            try database.change(
                "INSERT OR REPLACE INTO meta(name, value) VALUES ('outside', ?1)",
                [.integer(batches)]
            )
            outsideWrites += 1
        } catch {}
    }

    // MARK: Judgement

    private mutating func judge() {
        do {
            let journal = try SQLiteJournal.openHealed(configuration)
            defer { journal.close() }
            var found: [Int: Set<Bool>] = [:]
            for write in writes {
                let stored = try journal.storedReply(forKey: write.key)
                switch write.fate {
                case .acknowledged where stored?.result != write.result: findings.append("\(write.key) is lost")
                case .refused where stored != nil: findings.append("\(write.key) was refused and is there")
                case .unknown(let batch): found[batch, default: []].insert(stored != nil)
                default: break
                }
            }
            for (batch, states) in found where states.count > 1 { findings.append("batch \(batch) is there in part") }
        } catch {
            findings.append("at the end: \(error)")
        }
    }

    private var configuration: SQLiteJournalConfiguration {
        var configuration = SQLiteJournalConfiguration(directory: disk.directory, service: "juice")
        configuration.checkpointPages = checkpointPages
        configuration.checkpointWrites = checkpointWrites
        return configuration
    }
}
