import Foundation
import Messages
import Platform
import TestKit
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal
@testable import WorkerEngine
@testable import WorkerRuntime

/// What a service says and does while its store is looked at as a whole.
@Suite final class StoreCheckTests {
    private let directory = NSTemporaryDirectory() + "jangteo-check-" + UUID().uuidString

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    /// Opens the store of a counter as a large one.
    private func open() throws -> SQLiteJournal {
        var configuration = SQLiteJournalConfiguration(
            directory: directory,
            service: "juice",
            initialLevels: CounterService().initialLevels,
            balanceRule: CounterService().balanceRule
        )
        configuration.wholeUpToBytes = 0
        return try SQLiteJournal(opening: configuration)
    }

    /// Opens it after two lives that ended with a kill; damage is in what the first has left.
    private func openKilled(isDamaged: Bool) throws -> SQLiteJournal {
        for isSecond in [false, true] {
            let journal = try open()
            if let check = journal.wholeCheck {
                check.run()
                try journal.conclude(check)
            }
            if isSecond, isDamaged {
                try journal.tables.attempt(onFailure: { $0 as any Error }) {
                    try journal.requireConnection().database.change("DELETE FROM journal WHERE number = 2")
                }
            }
            var batch = JournalBatch(time: 1)
            for place in 1...3 {
                batch.append(number: journal.lastEntry + place, method: "counter.add", result: Array("1".utf8))
            }
            try journal.commit(batch)
            journal.drop(try journal.requireConnection())
            journal.lock.release(leavingFile: true)
            journal.close()
        }
        return try open()
    }

    private func engine(_ journal: SQLiteJournal) throws -> RequestEngine {
        try RequestEngine(service: CounterService(), journal: journal, .init(processID: "p"))
    }

    @Test func `a service says that its store is being checked, and when it was`() throws {
        let journal = try openKilled(isDamaged: false)
        let engine = try engine(journal)
        #expect(engine.standard.health.isServing)
        #expect(engine.standard.health.checks[0].detail == "durable; every page is being checked")
        let check = try #require(journal.wholeCheck)
        check.run()
        #expect(try engine.ledger.conclude(check))
        #expect(engine.standard.health.isServing)
        #expect(engine.standard.health.checks[0].detail == "durable")
    }

    @Test func `a service whose store is found damaged says so, and never takes a write again`() throws {
        let journal = try openKilled(isDamaged: true)
        let engine = try engine(journal)
        let check = try #require(journal.wholeCheck)
        check.run()
        let error = #expect(throws: StorageError.self) { try engine.ledger.conclude(check) }
        #expect(error?.code == .corrupt)
        #expect(!engine.standard.health.isServing)
        #expect(engine.standard.health.checks[0].detail == error?.message)
        #expect(!engine.recoverStorage())
        #expect(engine.ledger.failure == error)
    }

    @Test func `a check that was stopped says nothing for or against the store`() throws {
        let journal = try openKilled(isDamaged: true)
        let engine = try engine(journal)
        let check = try #require(journal.wholeCheck)
        check.stop()
        check.run()
        #expect(try !engine.ledger.conclude(check))
        #expect(engine.ledger.failure == nil && journal.wholeCheck === check)
    }

    @Test func `a store that cannot be read to its end is used on, and not called checked`() throws {
        let journal = try openKilled(isDamaged: false)
        let engine = try engine(journal)
        let check = try #require(journal.wholeCheck)
        // What is open stays so; what has to open the file anew fails.
        try FileManager.default.moveItem(atPath: "\(directory)/juice.sqlite", toPath: "\(directory)/away")
        check.run()
        try FileManager.default.moveItem(atPath: "\(directory)/away", toPath: "\(directory)/juice.sqlite")
        let error = #expect(throws: StorageError.self) { try engine.ledger.conclude(check) }
        #expect(error?.code != .corrupt)
        #expect(engine.standard.health.isServing)
        #expect(engine.standard.health.checks[0].detail.contains("not every page could be checked"))
    }
}
