import CSQLite
import CSQLiteFileLayer
import Glibc
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

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
        let database = try connection()
        var former = try pages(of: database)
        for rows in [300, 1, 5_000, 40] {
            try insert(rows, database)
            let present = try pages(of: database)
            let written = try ThreadIO.bytesWritten.during { try copyAll(database) }
            // Once as zeros and once as they are; those that were there before only as they are.
            #expect(written >= 2 * (present - former) * pageSize, "\(written) bytes for \(present - former) new pages")
            #expect(try size() == present * pageSize)
            former = present
        }
        try expectSound(database, rows: 5_341)
    }

    @Test("what is copied while somebody reads an older state is copied behind what others still need")
    func partial() throws {
        let (writer, reader) = (try connection(), try connection())
        try insert(200, writer)
        try copyAll(writer)
        try insert(100, writer)
        try reader.execute("BEGIN")
        #expect(try count(reader) == 300)
        try insert(3_000, writer)
        // Only up to what the reader sees, and with room for no more than there will be.
        _ = try writer.checkpoint(.passive)
        let pagesSeen = try pages(of: reader)
        #expect(try size() > pagesSeen * pageSize)
        #expect(try size() <= pages(of: writer) * pageSize)
        #expect(try count(reader) == 300)
        try expectSoundAfterDeath(with: "rows.sqlite", "rows.sqlite-wal", rows: 3_300)
        try reader.execute("COMMIT")
        try expectSound(reader, rows: 3_300)
        try copyAll(writer)
        try expectSound(reader, rows: 3_300)
        try expectSoundAfterDeath(with: "rows.sqlite", "rows.sqlite-wal", rows: 3_300)
        try expectSoundAfterDeath(with: "rows.sqlite", rows: 3_300)
    }

    @Test("a connection that is not asked to make room writes each page once")
    func plain() throws {
        let database = try connection(.plain)
        for rows in [300, 5_000] {
            try insert(rows, database)
            let log = try directory.bytes(of: "rows.sqlite-wal").count
            let written = try ThreadIO.bytesWritten.during { try copyAll(database) }
            #expect(written <= log, "\(written) bytes of a log of \(log)")
        }
        try expectSound(database, rows: 5_300)
    }

    @Test("only an open connection can be told how to write what it copies")
    func asking() throws {
        #expect(csqlite_set_checkpoint_writes(nil, csqlite_checkpoint_portioned) == SQLITE_MISUSE)
        let database = try connection()
        #expect(throws: Never.self) { try database.writeCheckpoints(.plain) }
    }

    @Test("a connection without the layer that syncs what is copied is refused as a store's")
    func withoutLayer() throws {
        var handle: OpaquePointer?
        #expect(
            sqlite3_open_v2(directory.file("other.sqlite"), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "unix")
                == SQLITE_OK
        )
        defer { sqlite3_close(handle) }
        #expect(csqlite_set_checkpoint_writes(handle, csqlite_checkpoint_plain) == SQLITE_NOTFOUND)
    }

    @Test("a log is copied beside a writer until all is in the database", arguments: CheckpointWrites.allCases)
    func besideWriter(writes: CheckpointWrites) throws {
        let database = try connection(writes)
        let copier = try Checkpointer(path: directory.file("rows.sqlite"), writes)
        // Some four mebibytes each.
        for rows in [3_000, 6_000] {
            try insert(rows - 1, database)
            copier.copy()
            try insert(1, database)
            let first = copied(copier)
            copier.copy()
            guard case .upTo(let before) = first, case .upTo(let all) = copied(copier) else {
                Issue.record("copied \(first)")
                return
            }
            #expect(before <= all)
            #expect(try log(of: database, "PASSIVE").frames == all)
        }
        copier.close()
        // The log is not needed for any of it.
        try expectSoundAfterDeath(with: "rows.sqlite", rows: 9_000)
    }

    private func copied(_ copier: Checkpointer) -> WriteAheadLog.Copied {
        while true {
            if let report = copier.takeReport() { return report }
            sched_yield()
        }
    }

    /// Copies the log, and says how many frames it has and how many of them were copied.
    private func log(of database: Database, _ mode: String) throws -> (isBusy: Bool, frames: Int, copied: Int) {
        let result = try database.first("PRAGMA wal_checkpoint(\(mode))") {
            (isBusy: $0.integer(at: 0) != 0, frames: $0.integer(at: 1), copied: $0.integer(at: 2))
        }
        return try #require(result)
    }

    private func connection(_ writes: CheckpointWrites = .portioned) throws -> Database {
        let database = try Database(directory.file("rows.sqlite"), for: .making)
        try database.writeCheckpoints(writes.betweenCommits)
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
        try database.execute("CREATE TABLE IF NOT EXISTS row(text TEXT)")
        return database
    }

    private func insert(_ rows: Int, _ database: Database) throws {
        try database.change(
            """
            WITH RECURSIVE number(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ?1)
            INSERT INTO row(text) SELECT hex(randomblob(600)) FROM number
            """,
            [.integer(rows)]
        )
    }

    private func copyAll(_ database: Database) throws {
        let log = try log(of: database, "FULL")
        #expect(!log.isBusy && log.frames == log.copied)
    }

    private func pages(of database: Database) throws -> Int {
        try #require(try database.integer("PRAGMA page_count"))
    }

    private func size() throws -> Int { try directory.bytes(of: "rows.sqlite").count }

    /// What a process finds that comes after the death of this one.
    private func expectSoundAfterDeath(with names: String..., rows: Int) throws {
        let after = try TemporaryDirectory()
        for name in names { try after.write(directory.bytes(of: name), to: name) }
        try expectSound(Database(after.file("rows.sqlite"), for: .writing), rows: rows)
    }

    private func expectSound(_ database: Database, rows: Int) throws {
        #expect(try count(database) == rows)
        #expect(try database.text("PRAGMA integrity_check") == "ok")
    }

    private func count(_ database: Database) throws -> Int? {
        try database.integer("SELECT count(*) FROM row WHERE length(text) = 1200")
    }
}
