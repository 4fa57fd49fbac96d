import CSQLite
import Foundation
import Platform
import TestKit
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// A store that has applied the rows of a log is the store of who has written them.
@Suite(.timeLimit(.minutes(10)))
struct ReplicationTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func openReplica(_ name: String = "replica", tables: TableSchema = Shelf.tables) throws -> SQLiteJournal {
        try SQLiteJournal(opening: ReplicatedShelf.configuration(directory.file(name), tables: tables))
    }

    @Test(arguments: 1...15 as ClosedRange<UInt64>)
    func `a replica equals the active at every position`(_ seed: UInt64) throws {
        var shelf = try ReplicatedShelf(directory)
        var random = SeededGenerator(seed: seed)
        var batches = try RandomBatches(seed: seed, continuing: shelf.active)
        let replica = try openReplica()
        for round in 1...25 {
            for book in 0..<Int.random(in: 0...4, using: &random) {
                try shelf.active.tables.attempt(onFailure: { $0 as any Error }) {
                    let values: [StoredValue] = [
                        .integer(.random(in: 1...20, using: &random)), .text("\(round).\(book)"),
                    ]
                    let sql = [
                        "INSERT OR REPLACE INTO book(id, title) VALUES (?1, ?2)",
                        "UPDATE book SET title = ?2, cover = x'00ff' WHERE id = ?1",
                        "DELETE FROM book WHERE id = ?1 AND title <> ?2",
                        "UPDATE book SET id = id + 100 WHERE id = ?1 AND title <> ?2",
                    ]
                    try shelf.active.tables.change(sql.randomElement(using: &random) ?? "", values)
                }
            }
            try shelf.commit(batches.next())
            try shelf.follow(replica)
            try shelf.expectEqual(replica)
            #expect(replica.logPosition == round)
        }
        #expect(replica.epoch == shelf.active.epoch)
        #expect(replica.lastTime == shelf.active.lastTime)
        // What both make of their files.
        for journal in [shelf.active, replica] { journal.close() }
        #expect(try StoreDump(of: openReplica()) == StoreDump(of: openReplica("active")))
    }

    @Test func `a replica goes on as the active, and the active as a replica`() throws {
        var shelf = try ReplicatedShelf(directory)
        let replica = try openReplica()
        try shelf.change("INSERT INTO book(title) VALUES ('one')")
        try shelf.follow(replica)
        // What was decided before somebody else's row came is taken back.
        try Shelf.add("never", to: shelf.active)
        var orders = try Orders(continuing: shelf.active)
        let entry = orders.entry(key: "k")
        _ = try shelf.active.row(of: orders.batch([entry]))
        try Shelf.add("two", to: replica)
        var others = try Orders(continuing: replica)
        let other = others.entry(key: "k")
        let batch = others.batch([other])
        let row = try replica.row(of: batch)
        try replica.commit(batch, at: 2)
        let refusal = #expect(throws: StorageError.self) {
            try shelf.active.apply(ReplicatedRow(decoding: row), at: 2)
        }
        #expect(refusal?.code == .failing)
        shelf.active.tables.discard()
        try shelf.active.apply(ReplicatedRow(decoding: row), at: 2)
        try shelf.expectEqual(replica)
        #expect(try Shelf.titles(in: shelf.active) == ["one", "two"])
        #expect(try shelf.active.storedReply(forKey: "k") == replica.storedReply(forKey: "k"))
    }

    @Test func `what an attempt took back is not in the row, and a table that is emptied is`() throws {
        var shelf = try ReplicatedShelf(directory)
        let replica = try openReplica()
        try shelf.change("INSERT INTO book(title) VALUES ('one'), ('two')")
        struct Change: Error {}
        #expect(throws: Change.self) {
            try shelf.active.tables.attempt(onFailure: { $0 as any Error }) {
                try shelf.active.tables.change("DELETE FROM book")
                throw Change()
            }
        }
        try shelf.commit(JournalBatch(time: 1))
        #expect(try ReplicatedRow(decoding: shelf.log[1]).changeset.isEmpty)
        try shelf.follow(replica)
        try shelf.expectEqual(replica)
        try shelf.change("DELETE FROM book")
        try shelf.follow(replica)
        #expect(try Shelf.titles(in: replica).isEmpty)
    }

    @Test func `a value that must be unique goes from one row to another`() throws {
        var shelf = try ReplicatedShelf(directory)
        let replica = try openReplica()
        try shelf.change("INSERT INTO book(id, title) VALUES (1, 'one'), (2, 'two')")
        try shelf.change("DELETE FROM book WHERE id = 1", "UPDATE book SET title = 'one' WHERE id = 2")
        try shelf.change("INSERT OR REPLACE INTO book(id, title) VALUES (3, 'one')")
        try shelf.follow(replica)
        try shelf.expectEqual(replica)
    }

    @Test func `nothing is committed without its row, and nothing changed after the row was made`() throws {
        let shelf = try ReplicatedShelf(directory)
        let active = shelf.active
        let batch = JournalBatch(time: 1)
        func expectRefusal(_ body: () throws -> Void) {
            #expect(throws: StorageError.self) { try body() }
        }
        expectRefusal { try active.commit(batch) }
        expectRefusal { try active.commit(batch, at: 2) }
        expectRefusal { try active.commit(batch, at: 0) }
        try Shelf.add("one", to: active)
        expectRefusal { try active.commit(batch, at: 1) }
        #expect(try Shelf.titles(in: active).isEmpty == false)
        expectRefusal { try active.probe() }
        _ = try active.row(of: batch)
        expectRefusal { try Shelf.add("two", to: active) }
        expectRefusal { try active.probe() }
        try active.commit(batch, at: 1)
        #expect(try Shelf.titles(in: active) == ["one"])
        #expect(active.logPosition == 1)
        try active.probe()
    }

    @Test func `what is written before its row is in the log is committed with it`() throws {
        let shelf = try ReplicatedShelf(directory)
        let (active, replica) = (shelf.active, try openReplica())
        var orders = try Orders(continuing: active)
        for row in 1...3 {
            try Shelf.add("title \(row)", to: active)
            let entry = orders.entry(key: "k\(row)")
            let batch = orders.batch([entry])
            let bytes = try active.row(of: batch)
            let checksum = [UInt8(row)]
            try active.stage(batch, at: row, checksum: checksum)
            #expect(active.logPosition == row - 1)
            #expect(throws: StorageError.self) { try active.stage(batch, at: row, checksum: []) }
            #expect(throws: StorageError.self) { try active.commit(batch, at: row, checksum: [9]) }
            try active.commit(batch, at: row, checksum: checksum)
            #expect(active.appliedRow == AppliedRow(position: row, checksum: checksum))
            try replica.apply(ReplicatedRow(decoding: bytes), at: row, checksum: checksum)
        }
        try shelf.expectEqual(replica)
    }

    @Test func `what is written before its row is in the log is taken back whole`() throws {
        var shelf = try ReplicatedShelf(directory)
        let active = shelf.active
        var orders = try Orders(continuing: active)
        try shelf.order(&orders, key: "k")
        let before = try StoreDump(of: active)
        var others = orders
        try Shelf.add("one", to: active)
        let entry = others.entry(key: "l")
        let batch = others.batch([entry])
        _ = try active.row(of: batch)
        try active.stage(batch, at: 2, checksum: [])
        active.tables.discard()
        #expect(try StoreDump(of: active) == before)
        #expect(try active.storedReply(forKey: "l") == nil)
        try shelf.order(&orders, key: "l")
        #expect(active.logPosition == 2)
    }

    @Test func `a row is applied once, and none is left out`() throws {
        var shelf = try ReplicatedShelf(directory)
        let replica = try openReplica()
        var orders = try Orders(continuing: shelf.active)
        for _ in 0..<3 { try shelf.order(&orders) }
        try shelf.change("INSERT INTO book(title) VALUES ('one')")
        try shelf.apply(1, to: replica)
        for row in [0, 1, 3, 4] {
            let error = #expect(throws: StorageError.self) {
                try replica.apply(ReplicatedRow(decoding: shelf.log[max(0, row - 1)]), at: row)
            }
            #expect(error?.code == .failing)
        }
        // A row that says of itself that it is another one.
        let error = #expect(throws: StorageError.self) {
            try replica.apply(ReplicatedRow(decoding: shelf.log[2]), at: 2)
        }
        #expect(error?.code == .diverged)
        #expect(replica.logPosition == 1)
        try shelf.follow(replica)
        try shelf.expectEqual(replica)
    }

    @Test(arguments: [
        "UPDATE book SET title = 'another' WHERE id = 1", "DELETE FROM book WHERE id = 1",
        "INSERT INTO book(id, title) VALUES (3, 'three')", "INSERT INTO book(id, title) VALUES (9, 'new')",
        "UPDATE level SET quantity = quantity + 1 WHERE item = 'mango'",
        "UPDATE level SET version = version + 1 WHERE item = 'mango'", "DELETE FROM level WHERE item = 'mango'",
    ])
    func `a store that was changed by hand refuses the next row and keeps what it has`(_ change: String) throws {
        var shelf = try ReplicatedShelf(directory)
        let replica = try openReplica()
        var orders = try Orders(continuing: shelf.active)
        try Shelf.add("one", to: shelf.active)
        try Shelf.add("two", to: shelf.active)
        try shelf.order(&orders)
        try shelf.follow(replica)
        try replica.requireConnection().database.execute(change)
        let before = try StoreDump(of: replica)
        try shelf.active.tables.attempt(onFailure: { $0 as any Error }) {
            try shelf.active.tables.change("UPDATE book SET title = 'new' WHERE id = 1")
            try shelf.active.tables.change("INSERT INTO book(id, title) VALUES (3, 'other')")
        }
        try shelf.order(&orders, key: "key")
        let error = #expect(throws: StorageError.self) { try shelf.follow(replica) }
        #expect(error?.code == .diverged)
        #expect(try StoreDump(of: replica) == before)
        #expect(replica.logPosition == 1)
    }

    @Test func `a row of a newer version's tables is refused, one of an older version gets defaults`() throws {
        let wider = TableSchema(
            Shelf.tables.migrations + [TableSchema.Migration("2 price", "ALTER TABLE book ADD COLUMN price INTEGER")]
        )
        var shelf = try ReplicatedShelf(directory, tables: wider)
        let replica = try openReplica()
        try shelf.change("INSERT INTO book(title, price) VALUES ('one', 1)")
        let error = #expect(throws: StorageError.self) { try shelf.follow(replica) }
        #expect(error?.code == .diverged)
        #expect(error?.message.contains("another version") == true)
        #expect(replica.logPosition == 0)
        var older = try ReplicatedShelf(directory, name: "older")
        let newer = try openReplica("newer", tables: wider)
        try older.change("INSERT INTO book(id, title) VALUES (1, 'one'), (2, 'two')")
        try older.change("UPDATE book SET title = 'three' WHERE id = 1", "DELETE FROM book WHERE id = 2")
        try older.follow(newer)
        #expect(try Shelf.titles(in: newer) == ["three"])
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting needs root"))
    func `a full disk leaves a replica as it was, and it goes on afterwards`() throws {
        let disk = try SmallDisk(kilobytes: 2_048)
        let replica = try SQLiteJournal(opening: ReplicatedShelf.configuration("\(disk.path)/state"))
        var shelf = try ReplicatedShelf(directory)
        var orders = try Orders(continuing: shelf.active)
        try shelf.order(&orders, key: "one")
        try shelf.follow(replica)
        let before = try StoreDump(of: replica)
        for number in 0..<400 { try Shelf.add("\(number)" + String(repeating: "x", count: 9_000), to: shelf.active) }
        try shelf.order(&orders, key: "two")
        try disk.fill()
        let error = #expect(throws: StorageError.self) { try shelf.follow(replica) }
        #expect(error?.code == .full || error?.code == .failing)
        try disk.free()
        // 400 rows are more than this disk has room for: what was refused is all that changes.
        try replica.probe()
        #expect(try StoreDump(of: replica) == before)
    }
}
