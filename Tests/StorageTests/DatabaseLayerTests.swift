import CSQLite
import GRDB
import GRDBSQLite
import Glibc
import Testing

@testable import Storage

/// What SQLite is promised of its database when room for copied pages is made at once.
struct DatabaseLayerTests {
    private let directory: TemporaryDirectory
    private let pageSize = 4_096

    init() throws {
        SQLiteLibrary.settings
        directory = try TemporaryDirectory()
    }

    @Test("copying a log makes room first, and leaves a database of just its pages")
    func growth() throws {
        let queue = try connection()
        var former = try pages(of: queue)
        for rows in [300, 1, 5_000, 40] {
            try insert(rows, queue)
            let present = try pages(of: queue)
            let written = try ThreadIO.bytesWritten.during { try copyAll(queue) }
            // Once as zeros and once as they are; those that were there before only as they are.
            #expect(written >= 2 * (present - former) * pageSize, "\(written) bytes for \(present - former) new pages")
            #expect(try size() == present * pageSize)
            former = present
        }
        try expectSound(queue, rows: 5_341)
    }

    @Test("what is copied while somebody reads an older state is copied behind what others still need")
    func partial() throws {
        let (writer, reader) = (try connection(), try connection())
        try insert(200, writer)
        try copyAll(writer)
        try insert(100, writer)
        try reader.writeWithoutTransaction { database in
            try database.execute(sql: "BEGIN")
            #expect(try Self.count(database) == 300)
            try insert(3_000, writer)
            // Only up to what the reader sees, and with room for no more than there will be.
            try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
            let pagesSeen = try #require(try Int.fetchOne(database, sql: "PRAGMA page_count"))
            #expect(try size() > pagesSeen * pageSize)
            #expect(try size() <= pages(of: writer) * pageSize)
            #expect(try Self.count(database) == 300)
            try expectSoundAfterDeath(with: "rows.sqlite", "rows.sqlite-wal", rows: 3_300)
            try database.execute(sql: "COMMIT")
        }
        try expectSound(reader, rows: 3_300)
        try copyAll(writer)
        try expectSound(reader, rows: 3_300)
        try expectSoundAfterDeath(with: "rows.sqlite", "rows.sqlite-wal", rows: 3_300)
        try expectSoundAfterDeath(with: "rows.sqlite", rows: 3_300)
    }

    @Test("a connection can be asked to hand the disk a portion at a time, and nothing else can")
    func asking() throws {
        let queue = try connection()
        queue.inDatabase { database in
            #expect(csqlite_write_out_while_copying(UnsafeMutableRawPointer(database.sqliteConnection)) == SQLITE_OK)
        }
        #expect(csqlite_write_out_while_copying(nil) == SQLITE_MISUSE)
    }

    @Test("a log is copied portion by portion, beside a writer, until all is in the database")
    func portions() throws {
        let queue = try connection()
        let copier = try Checkpointer(path: directory.file("rows.sqlite"))
        // Some four mebibytes each.
        for rows in [3_000, 6_000] {
            try insert(rows - 1, queue)
            copier.copy()
            try insert(1, queue)
            let first = copied(copier)
            copier.copy()
            guard case .upTo(let before) = first, case .upTo(let all) = copied(copier) else {
                Issue.record("copied \(first)")
                return
            }
            #expect(before <= all)
            #expect(try frames(of: queue) == all)
        }
        try copier.close()
        // The log is not needed for any of it.
        try expectSoundAfterDeath(with: "rows.sqlite", rows: 9_000)
    }

    private func copied(_ copier: Checkpointer) -> WriteAheadLog.Copied {
        while true {
            if let report = copier.takeReport() { return report }
            sched_yield()
        }
    }

    private func frames(of queue: DatabaseQueue) throws -> Int {
        try queue.writeWithoutTransaction { database in
            try #require(try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(PASSIVE)"))[1]
        }
    }

    private func connection() throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: directory.file("rows.sqlite"))
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
            try database.execute(sql: "CREATE TABLE IF NOT EXISTS row(text TEXT)")
        }
        return queue
    }

    private func insert(_ rows: Int, _ queue: DatabaseQueue) throws {
        try queue.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE number(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ?)
                    INSERT INTO row(text) SELECT hex(randomblob(600)) FROM number
                    """,
                arguments: [rows]
            )
        }
    }

    private func copyAll(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { database in
            let row = try #require(try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(FULL)"))
            #expect(row[0] == 0 && row[1] as Int == row[2] as Int)
        }
    }

    private func pages(of queue: DatabaseQueue) throws -> Int {
        try queue.read { try #require(try Int.fetchOne($0, sql: "PRAGMA page_count")) }
    }

    private func size() throws -> Int { try directory.bytes(of: "rows.sqlite").count }

    /// What a process finds that comes after the death of this one.
    private func expectSoundAfterDeath(with names: String..., rows: Int) throws {
        let after = try TemporaryDirectory()
        for name in names { try after.write(directory.bytes(of: name), to: name) }
        try expectSound(DatabaseQueue(path: after.file("rows.sqlite")), rows: rows)
    }

    private func expectSound(_ queue: DatabaseQueue, rows: Int) throws {
        #expect(try queue.read(Self.count) == rows)
        #expect(try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    }

    private static func count(_ database: Database) throws -> Int? {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM row WHERE length(text) = 1200")
    }
}
