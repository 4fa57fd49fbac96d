import GRDB
import Testing

@testable import Storage

/// What SQLite is promised of its file when the pages of a transaction are written into the log together.
struct LogLayerTests {
    private let directory: TemporaryDirectory

    init() throws {
        SQLiteLibrary.settings
        directory = try TemporaryDirectory()
    }

    @Test("a batch of hundreds of rows is few writes")
    func fewWrites() throws {
        let journal = try SQLiteJournal(
            opening: SQLiteJournalConfiguration(
                directory: directory.path,
                service: "juice",
                initialLevels: Orders.start
            )
        )
        defer { journal.close() }
        var orders = try Orders(continuing: journal)
        // The first batch makes the log.
        try journal.commit(JournalBatch(entries: [orders.entry()], levels: [], time: orders.time))
        let entries = (0..<500).map { orders.entry(key: "key number \($0)") }
        let batch = JournalBatch(entries: entries, levels: Array(orders.levels.values), time: orders.time)
        let writes = try ThreadIO.writes.during { try journal.commit(batch) }
        #expect((1...10).contains(writes), "\(writes) writes")
    }

    @Test(
        "other connections see a transaction as soon as it is committed, synced or not",
        arguments: ["FULL", "NORMAL", "OFF"]
    )
    func otherConnections(mode: String) throws {
        let writer = try connection(synchronous: mode)
        let reader = try connection(synchronous: "FULL")
        for size in [1, 3, 50, 700, 2] {
            try writer.write { database in
                for _ in 0..<size { try database.execute(sql: "INSERT INTO row(text) VALUES (hex(randomblob(600)))") }
            }
            let (mine, theirs) = try (writer.read(Self.contents), reader.read(Self.contents))
            #expect(theirs == mine)
            #expect(try reader.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
        }
    }

    @Test("a transaction larger than SQLite's memory reads what it wrote before, and can be taken back")
    func spilled() throws {
        let writer = try connection(synchronous: "FULL")
        try writer.write { try $0.execute(sql: "INSERT INTO row(text) VALUES ('first')") }
        for keeps in [false, true] {
            try writer.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA cache_size = 10")
                try database.execute(sql: "BEGIN")
                for number in 0..<500 {
                    try database.execute(
                        sql: "INSERT INTO row(text) VALUES (?)",
                        arguments: [String(repeating: "\(number) ", count: 300)]
                    )
                }
                for number in [0, 1, 250, 499] {
                    let query = "SELECT count(*) FROM row WHERE text LIKE ?"
                    #expect(try Int.fetchOne(database, sql: query, arguments: ["\(number) %"]) == 1)
                }
                try database.execute(sql: keeps ? "COMMIT" : "ROLLBACK")
            }
            let reader = try connection(synchronous: "FULL")
            #expect(try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM row") } == (keeps ? 501 : 1))
            #expect(try reader.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
        }
    }

    @Test(
        "a transaction that has changed its own pages again is in the files when it is committed",
        arguments: ["FULL", "OFF"]
    )
    func changedAgain(mode: String) throws {
        let writer = try connection(synchronous: mode)
        try writer.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA cache_size = 10; PRAGMA wal_autocheckpoint = 0; BEGIN")
            for _ in 0..<300 { try database.execute(sql: "INSERT INTO row(text) VALUES (hex(randomblob(600)))") }
            for _ in 0..<3 { try database.execute(sql: "UPDATE row SET text = hex(randomblob(600))") }
            try database.execute(sql: "COMMIT")
        }
        // What a process finds that comes after the death of this one.
        let after = try TemporaryDirectory()
        for name in ["rows.sqlite", "rows.sqlite-wal"] { try after.write(directory.bytes(of: name), to: name) }
        let found = try DatabaseQueue(path: after.file("rows.sqlite")).read(Self.contents)
        #expect(try found == writer.read(Self.contents))
    }

    private func connection(synchronous mode: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: directory.file("rows.sqlite"))
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(mode)")
            try database.execute(sql: "CREATE TABLE IF NOT EXISTS row(text TEXT)")
        }
        return queue
    }

    private static func contents(_ database: Database) throws -> [String] {
        try String.fetchAll(database, sql: "SELECT text FROM row ORDER BY rowid")
    }
}
