import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// A catalogue's levels are checked without being read all, and found without being kept.
@Suite(.timeLimit(.minutes(10)))
struct ManyLevelsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func open() throws -> SQLiteJournal {
        try SQLiteJournal(
            opening: SQLiteJournalConfiguration(
                directory: directory.path,
                service: "juice",
                balanceRule: Orders.balanceRule
            )
        )
    }

    private func change(_ sql: String) throws {
        try Database(directory.file("juice.sqlite"), for: .writing).execute(sql)
    }

    @Test
    func `one level is found, with its last event`() throws {
        let journal = try open()
        var orders = try Orders(continuing: journal)
        let entries = [orders.entry(["망고"]), orders.entry(["kiwi"]), orders.entry(["망고"])]
        try journal.commit(orders.batch(entries))
        #expect(try journal.level(of: "망고") == Level(item: "망고", quantity: 48, version: 2, sequence: 3))
        #expect(try journal.level(of: "fig") == nil)
    }

    @Test(arguments: ["UPDATE level SET quantity = 1 WHERE item = '2'", "DELETE FROM level WHERE item = '3'"])
    func `the levels that changed are checked in a large store too`(_ sql: String) throws {
        var journal = try open()
        // More levels than a quick check reads, in a file that is too large for a whole one.
        let many = (0..<(CheckScope.rowsToSum + 10)).map { Level(item: "old-\($0)", quantity: 0, version: 0) }
        var orders = try Orders(continuing: journal)
        let large = Array(repeating: UInt8(ascii: "r"), count: CheckScope.wholeUpToBytes + 1)
        let entry = orders.entry(["1"]).with(result: large)
        var batch = orders.batch([entry])
        batch.levels += many
        try journal.commit(batch)
        journal.close()
        journal = try open()
        let changes = [orders.entry(["2"]), orders.entry(["3"])]
        try journal.commit(orders.batch(changes))
        journal.close()
        try open().close()
        try change(sql)
        let error = #expect(throws: StorageError.self) { try open() }
        #expect(error?.code == .corrupt)
    }

    @Test
    func `moving the base leaves the levels alone that did not change`() throws {
        let journal = try open()
        let plan = try journal.requireConnection().database.plan(
            of: "UPDATE level INDEXED BY level_changed SET base_quantity = quantity WHERE \(LevelChanges.condition)"
        )
        #expect(
            plan.first?.contains("USING INDEX level_changed") == true || plan.first?.contains("COVERING INDEX") == true
        )
    }
}
