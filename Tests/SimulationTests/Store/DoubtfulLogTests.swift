import CSQLite
import CSQLiteFileLayer
import CSimulatedDisk
import Glibc
import Messages
import SimulatedWorker
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// A store whose log is not on the disk as it can be read, and what the power leaves of it when it goes at any step.
@Suite("Doubtful log")
struct DoubtfulLogTests {
    /// As many as a store does from a failed commit to its end, but for a few that try again and again.
    private static let steps = 100

    @Test(
        "after failed syncs and a loss of power at any step, the store opens with all that was acknowledged",
        arguments: CheckpointWrites.allCases
    )
    func powerLossAtEveryStep(writes: CheckpointWrites) throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        var random = SimulationRandom(seed: 1)
        for step in 0...Self.steps {
            for _ in 0..<6 {
                let seed = random.next()
                var life = try Life(directory: directories.next(), random: SimulationRandom(seed: seed), writes)
                try life.run(powerLossAt: step)
            }
        }
    }

    @Test("a log that was emptied does not come back in parts when the power goes", arguments: [true, false])
    func powerLossAfterEmptying(isOrderly: Bool) throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        var random = SimulationRandom(seed: 2)
        for _ in 0..<300 {
            var life = try Life(directory: directories.next(), random: SimulationRandom(seed: random.next()))
            try life.runToEmptyLog(isOrderly: isOrderly)
        }
    }

    @Test(
        "what was copied beside a reader is on the disk before its place in the log is used again",
        arguments: CheckpointWrites.allCases
    )
    func powerLossAfterCopyingBesideAReader(writes: CheckpointWrites) throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        var random = SimulationRandom(seed: 3)
        for _ in 0..<300 {
            let seed = random.next()
            var life = try Life(directory: directories.next(), random: SimulationRandom(seed: seed), writes)
            try life.runBesideReader()
        }
    }

    @Test("what the disk refuses before a transaction's end is not relied on by the next one")
    func powerLossAfterFailureInsideTransaction() throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        var random = SimulationRandom(seed: 9)
        for working in 0..<5 {
            for _ in 0..<10 {
                var life = try Life(directory: directories.next(), random: SimulationRandom(seed: random.next()))
                life.disk.keepLost()
                try life.runWithLargeBatch(failingSyncAfter: working)
            }
        }
    }

    @Test("an orderly end after a failed sync removes no log that is still needed")
    func powerLossAfterOrderlyEnd() throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        var random = SimulationRandom(seed: 8)
        for _ in 0..<300 {
            var life = try Life(directory: directories.next(), random: SimulationRandom(seed: random.next()))
            try life.runToOrderlyEnd()
        }
    }

    @Test("a start that was ended while it made a store leaves nothing that later commits cannot rely on")
    func endWhileMakingStore() throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        var isMade = false
        for step in 1...500 where !isMade {
            var life = try Life(directory: directories.next(), random: SimulationRandom(seed: UInt64(step)))
            isMade = try life.runAfterMaking(endingAt: step)
        }
        #expect(isMade, "a store takes more steps to be made")
    }

    @Test("what was copied and could not be synced is not read", arguments: CheckpointWrites.allCases)
    func failedSyncBeforeReading(writes: CheckpointWrites) throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        for working in 0..<100 {
            var life = try Life(directory: directories.next(), random: SimulationRandom(seed: 6), writes)
            guard try life.readsAfterCopying(failingSyncAfter: working) else { continue }
            #expect(working == 2, "the log and the database are synced before anybody reads")
            return
        }
        Issue.record("it is never read")
    }

    @Test(
        "what another program has not synced is on the disk before it is copied",
        arguments: CheckpointWrites.allCases
    )
    func powerLossWhileCopyingForAnother(writes: CheckpointWrites) throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        for step in 1...40 {
            for seed in 1...10 as ClosedRange<UInt64> {
                var life = try Life(directory: directories.next(), random: SimulationRandom(seed: seed), writes)
                try life.runBesideAnotherProgram(powerLossAt: step)
            }
        }
    }

    @Test("a commit for which there was no memory is told as one that may have been applied, unless it was not")
    func noMemoryAtCommit() throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        var life = try Life(directory: directories.next(), random: SimulationRandom(seed: 7))
        try life.runWithoutMemory()
    }

    @Test("copying is doubtful whichever of its syncs fails")
    func failedSyncWhileCopying() throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        // Of the log, of each portion, of all by SQLite, of all by us; and none.
        for working in 0..<100 {
            var life = try Life(directory: directories.next(), random: SimulationRandom(seed: 4))
            let copied = try life.copyLongLog(failingSyncAfter: working)
            if copied == .doubtful { continue }
            guard case .upTo = copied else {
                Issue.record("copied \(copied)")
                return
            }
            #expect(working > 3 + 1, "there is more than one portion")
            return
        }
        Issue.record("it is always doubtful")
    }

    @Test(
        "a portion that is refused counts as copied by the sync at the end, unless one was taken before",
        arguments: [ENOSYS, EINVAL, EPERM, ESPIPE, EBADF]
    )
    func refusedPortions(number: Int32) throws {
        let directories = try SimulationDirectory()
        defer { directories.remove() }
        for working in 0...2 {
            var life = try Life(directory: directories.next(), random: SimulationRandom(seed: 5))
            life.disk.refuseRanges(number, after: working)
            let copied = try life.copyLongLog()
            if working == 0, case .upTo = copied { continue }
            #expect(working > 0 && copied == .doubtful, "copied \(copied) after \(working) portions")
        }
    }

    private struct Life {
        let disk: SimulatedDisk
        var random: SimulationRandom
        var acknowledged: Set<Int> = []
        let checkpointWrites: CheckpointWrites

        init(
            directory: String,
            random: SimulationRandom,
            _ checkpointWrites: CheckpointWrites = .portioned
        ) throws {
            self.checkpointWrites = checkpointWrites
            var random = random
            disk = try SimulatedDisk(directory: directory, seed: random.next())
            self.random = random
        }

        /// - Parameter step: The operation of the disk that is the last, counted from the failed commit; 0 lets it live.
        mutating func run(powerLossAt step: Int) throws {
            let journal = try open()
            for _ in 0..<random.int(1...6) { try commit(to: journal) }
            disk.failSyncs(random.int(1...5))
            if step > 0 { disk.crash(after: step) }
            // What a service does: it tries to open the store anew until it works, and then goes on.
            for _ in 0..<random.int(1...7) {
                do {
                    try journal.probe()
                    try commit(to: journal)
                } catch is StorageError { continue }
            }
            journal.close()
            try disk.losePower()
            disk.heal()
            try expectAcknowledged("step \(step)")
        }

        /// - Parameter isOrderly: Whether the log is emptied by an orderly end, or by the start after a crash.
        mutating func runToEmptyLog(isOrderly: Bool) throws {
            let journal = try open(checkpointPages: 1_000)
            // Small rows leave pages that are mostly zeros, so that a log with holes can look whole up to some commit.
            for _ in 0..<random.int(5...15) { try commit(to: journal, bytes: 10...300) }
            if !isOrderly { disk.crash() }
            journal.close()
            if !isOrderly {
                disk.revive()
                // As far as the log is emptied, and no further.
                let files = StoreFiles(configuration(checkpointPages: 8))
                let connection = try JournalConnection(path: files.database, configuration(checkpointPages: 8))
                try connection.copyWholeLog(timeout: 0)
                disk.crash()
                connection.close()
            }
            try disk.losePower()
            disk.heal()
            try expectAcknowledged(isOrderly ? "an orderly end" : "a start")
        }

        /// - Returns: Whether the store was made before that step.
        mutating func runAfterMaking(endingAt step: Int) throws -> Bool {
            disk.crash(after: step)
            let made = try? open()
            made?.close()
            let isMade = !disk.isDead
            disk.heal()
            disk.revive()
            let journal = try open()
            for _ in 0..<3 { try commit(to: journal) }
            disk.crash()
            journal.close()
            try disk.losePower()
            try expectAcknowledged("after an end at step \(step)")
            return isMade
        }

        /// A reader keeps the log from being copied as a whole, and one sync on the way may fail.
        mutating func runBesideReader() throws {
            let journal = try open()
            for _ in 0..<random.int(1...3) { try commit(to: journal) }
            disk.failSyncs(random.int(0...1), after: random.int(0...12))
            try commitBesideReader(to: journal)
            for _ in 0..<random.int(2...12) {
                do { try commit(to: journal) } catch is StorageError { try? journal.probe() }
            }
            disk.crash()
            journal.close()
            try disk.losePower()
            disk.heal()
            try expectAcknowledged("beside a reader")
        }

        /// A program that is none of ours does not sync what it commits, and the thread that copies the log meets it there.
        mutating func runBesideAnotherProgram(powerLossAt step: Int) throws {
            let journal = try open(checkpointPages: 10_000)
            for _ in 0..<random.int(1...6) { try commit(to: journal) }
            let path = StoreFiles(configuration(checkpointPages: 8)).database
            let copier = try Checkpointer(path: path, checkpointWrites)
            // So that the log has nothing else, which could mend pages of the database.
            copyAndWait(copier)
            let other = try Database(path, for: .writing)
            try other.copyLogAtClose(false)
            try other.execute("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0")
            // Enough for pages to be split, so that one of them without the others is no database.
            try other.change(
                """
                WITH RECURSIVE number(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < 2000)
                INSERT INTO meta(name, value) SELECT 'outside ' || value, value FROM number
                """
            )
            disk.crash(after: step)
            copyAndWait(copier)
            disk.crash()
            copier.close()
            other.close()
            journal.close()
            try disk.losePower()
            disk.heal()
            try expectAcknowledged("another program, step \(step)")
        }

        /// A batch is larger than SQLite's memory, so that it writes pages into the log before the commit; one sync fails.
        mutating func runWithLargeBatch(failingSyncAfter working: Int) throws {
            let journal = try open()
            for _ in 0..<random.int(1...3) { try commit(to: journal) }
            disk.failSyncs(1, after: working)
            for _ in 0..<6 {
                do { try commit(to: journal, rows: 150, bytes: 20_000...20_000) } catch let error as StorageError {
                    #expect(error.code != .corrupt)
                    try? journal.probe()
                }
                do { try commit(to: journal) } catch is StorageError { try? journal.probe() }
            }
            disk.crash()
            journal.close()
            try disk.losePower()
            disk.heal()
            try expectAcknowledged("\(working) syncs and a large batch")
        }

        /// One sync fails, of the log or of the database, and the service ends before it has noticed or soon after.
        mutating func runToOrderlyEnd() throws {
            let journal = try open()
            disk.failSyncs(1, after: random.int(0...20))
            let notices = random.chance(percent: 50)
            for _ in 0..<30 {
                do { try commit(to: journal) } catch is StorageError { if notices { break } }
                if disk.counts.failed_syncs > 0, !notices { break }
            }
            journal.close()
            try disk.losePower()
            disk.heal()
            try expectAcknowledged("after an orderly end")
        }

        /// Copies some portions, as the thread does that hands them to the disk one by one.
        mutating func copyLongLog(failingSyncAfter working: Int? = nil) throws -> WriteAheadLog.Copied {
            let journal = try open(checkpointPages: 10_000)
            for _ in 0..<50 { try commit(to: journal, bytes: 20_000...20_000) }
            if let working { disk.failSyncs(1, after: working) }
            defer { journal.close() }
            let database = try journal.requireConnection().database
            try database.writeCheckpoints(.portioned)
            return database.copyLog()
        }

        /// Copies as much of the log as a reader lets, and looks into the store afterwards over a new connection.
        ///
        /// - Returns: Whether all of that went well.
        mutating func readsAfterCopying(failingSyncAfter working: Int) throws -> Bool {
            let journal = try open(checkpointPages: 10_000)
            defer { journal.close() }
            // Several pages, which the second commit does not change.
            try commit(to: journal, bytes: 20_000...20_000)
            let path = StoreFiles(configuration(checkpointPages: 8)).database
            let reader = try SQLiteTableReader.connect(path)
            return try reader.snapshot { () throws(StorageError) in
                _ = try reader.integer("SELECT 1 FROM meta")
                try? commit(to: journal)
                disk.failSyncs(1, after: working)
                do {
                    // As the thread that copies does, until it has the result.
                    _ = try journal.requireConnection().database.checkpoint(.passive)
                    let query = "SELECT substr(result, -1) FROM journal WHERE number = 1"
                    _ = try SQLiteTableReader.connect(path).text(query)
                    return true
                } catch { return false }
            }
        }

        /// The index of the log, which the system has to give memory for, grows after some thousand pages, when a commit is
        /// in the log already.
        mutating func runWithoutMemory() throws {
            let journal = try open(checkpointPages: 10_000)
            var refused: Set<Int> = []
            var unknown = 0
            for _ in 0..<60 {
                disk.failMemory(1)
                do {
                    for _ in 0..<20 { try commit(to: journal, bytes: 20_000...20_000) }
                } catch let error as StorageError {
                    if error.code == .commitUnknown { unknown += 1 } else { refused.insert(journal.lastEntry + 1) }
                    disk.heal()
                    try journal.probe()
                }
            }
            journal.close()
            let found = try expectAcknowledged("without memory")
            #expect(unknown > 0 && refused.isDisjoint(with: found))
        }

        private func copyAndWait(_ copier: Checkpointer) {
            copier.copy()
            while copier.takeReport() == nil { sched_yield() }
        }

        private mutating func commitBesideReader(to journal: SQLiteJournal) throws {
            let reader = try SQLiteTableReader.connect(StoreFiles(configuration(checkpointPages: 8)).database)
            try reader.snapshot { () throws(StorageError) in
                // Until its first look it holds nothing.
                _ = try reader.integer("SELECT 1 FROM meta")
                for _ in 0..<random.int(1...4) { try? commit(to: journal) }
            }
        }

        @discardableResult
        private func expectAcknowledged(_ moment: String) throws -> Set<Int> {
            let journal = try open()
            let found = Set(try journal.entries(of: "juice.order", before: nil, limit: 10_000).map(\.number))
            #expect(acknowledged.isSubset(of: found), "\(moment)")
            journal.close()
            return found
        }

        private func open(checkpointPages: Int = 8) throws -> SQLiteJournal {
            try SQLiteJournal(opening: configuration(checkpointPages: checkpointPages))
        }

        private func configuration(checkpointPages: Int) -> SQLiteJournalConfiguration {
            var configuration = SQLiteJournalConfiguration(directory: disk.directory, service: "juice")
            configuration.checkpointPages = checkpointPages
            configuration.checkpointWrites = checkpointWrites
            configuration.copiesLogInline = true
            return configuration
        }

        /// - Parameter bytes: Up to several pages, so that the database grows and changes in many places.
        private mutating func commit(
            to journal: SQLiteJournal,
            rows: Int = 1,
            bytes: ClosedRange<Int> = 10...20_000
        ) throws {
            let numbers = journal.lastEntry + 1...journal.lastEntry + rows
            var batch = JournalBatch(time: numbers.lowerBound)
            for number in numbers {
                batch.append(
                    number: number,
                    method: "juice.order",
                    key: "key-\(number)-\(random.next())",
                    fingerprint: [1],
                    result: [UInt8](repeating: UInt8(ascii: "x"), count: random.int(bytes)),
                    isListed: true
                )
            }
            try journal.commit(batch)
            acknowledged.formUnion(numbers)
        }
    }
}
