import Platform
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

/// What has come from a log is looked at before SQLite is given it.
@Suite(.timeLimit(.minutes(10)))
struct ChangesetTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Changes of every kind, and the store that they are for.
    private func changes() throws -> (bytes: [UInt8], replica: SQLiteJournal) {
        var shelf = try ReplicatedShelf(directory)
        let replica = try SQLiteJournal(opening: ReplicatedShelf.configuration(directory.file("replica")))
        try shelf.change("INSERT INTO book(id, title, cover) VALUES (1, 'one', x'01'), (2, 'two', NULL)")
        try shelf.follow(replica)
        try shelf.change(
            "INSERT INTO book(id, title, cover) VALUES (3, 'three', x'ff')",
            "DELETE FROM book WHERE id = 2",
            "UPDATE book SET cover = NULL WHERE id = 1"
        )
        return (try ReplicatedRow(decoding: shelf.log[1]).changeset, replica)
    }

    private func apply(_ changeset: [UInt8], to replica: SQLiteJournal) throws(StorageError) {
        try replica.apply(ReplicatedRow(batch: JournalBatch(time: 1), changeset: changeset), at: 2)
    }

    @Test func `changes that are cut off, or for a table of the store's own, are refused`() throws {
        let (bytes, replica) = try changes()
        let before = try Shelf.titles(in: replica)
        for count in 1..<bytes.count {
            // Between two changes an end looks like one.
            do throws(StorageError) {
                _ = try Changeset(Array(bytes[..<count]), for: replica.requireConnection().requireCapturedTables())
            } catch {
                #expect(error.code == .unreadable)
            }
        }
        let meta: [UInt8] = [84, 2, 1, 0] + Array("meta".utf8) + [0, 18, 0, 3, 1, 97, 3, 1, 97]
        #expect(throws: StorageError.self) { try apply(meta, to: replica) }
        #expect(throws: StorageError.self) { try apply([18, 0] + bytes, to: replica) }
        #expect(try Shelf.titles(in: replica) == before)
        try apply(bytes, to: replica)
        #expect(try Shelf.titles(in: replica) == ["one", "three"])
    }

    /// Changes of a table of a number under a number, as bytes.
    private func check(_ changes: [UInt8]) throws(StorageError) {
        let table = CapturedTable(name: "book", keyColumns: [true, false])
        var reader = ChangesetReader([84, 2, 1, 0] + Array("book".utf8) + [0] + changes)
        try reader.check(for: [table])
    }

    private func number(_ value: UInt8) -> [UInt8] { [1, 0, 0, 0, 0, 0, 0, 0, value] }

    @Test func `an update has the old and the new of a changed value, and only the old of the key`() throws {
        let (update, missing): ([UInt8], [UInt8]) = ([23, 0], [0])
        try check(update + number(1) + number(5) + missing + number(6))
        let refused: [[UInt8]] = [
            number(1) + missing + missing + number(6),
            number(1) + number(5) + missing + missing,
            number(1) + number(5) + number(2) + number(6),
        ]
        for values in refused {
            let error = #expect(throws: StorageError.self) { try check(update + values) }
            #expect(error?.code == .unreadable)
        }
    }

    @Test func `a length has at most five bytes`() throws {
        let insert: [UInt8] = [18, 0] + number(1) + [3]
        try check(insert + [0x80, 0x80, 0x80, 0x80, 1, 97])
        #expect(throws: StorageError.self) { try check(insert + [0x80, 0x80, 0x80, 0x80, 0x80, 1, 97]) }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `damaged changes are refused or made as a whole`(_ seed: UInt64) throws {
        let (bytes, replica) = try changes()
        var random = SeededGenerator(seed: seed)
        let database = try replica.requireConnection().database
        let tables = try replica.requireConnection().requireCapturedTables()
        for _ in 0..<2_000 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = damaged.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0...2, using: &random) {
                case 0: damaged[place] = .random(in: 0...255, using: &random)
                case 1: damaged.remove(at: place)
                default: damaged.insert(.random(in: 0...30, using: &random), at: place)
                }
            }
            try database.execute("BEGIN")
            defer { try? database.execute("ROLLBACK") }
            do throws(StorageError) {
                try Changeset(damaged, for: tables).apply(to: database)
            } catch {
                #expect([.unreadable, .diverged, .failing].contains(error.code), "\(error)")
            }
        }
        #expect(try Shelf.titles(in: replica) == ["one", "two"])
    }
}
