import Journal
import Messages
import SQLiteJournal

/// A store with a table of its own, and the writes that fill it.
struct Shelf {
    static let tables = TableSchema(
        [
            TableSchema.Migration(
                "1 book",
                "CREATE TABLE book(id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, cover BLOB) STRICT"
            )
        ],
        rules: [TableSchema.Rule("SELECT 'book ' || id FROM book WHERE title = 'broken'", finding: "is broken")]
    )

    let directory: TemporaryDirectory
    var configuration: SQLiteJournalConfiguration

    init(_ directory: TemporaryDirectory, path: String? = nil) {
        self.directory = directory
        configuration = Self.configuration(path ?? directory.path)
    }

    static func configuration(_ path: String) -> SQLiteJournalConfiguration {
        var configuration = SQLiteJournalConfiguration(
            directory: path,
            service: "market",
            initialLevels: Orders.start,
            balanceRule: Orders.balanceRule
        )
        configuration.tables = tables
        return configuration
    }

    func open() throws -> SQLiteJournal { try SQLiteJournal(opening: configuration) }

    /// Puts a book on the shelf, which the next commit makes durable.
    static func add(_ title: String, to journal: SQLiteJournal) throws {
        try journal.tables.attempt(onFailure: { $0 as any Error }) {
            try journal.tables.change("INSERT INTO book(title) VALUES (?1)", [.text(title)])
        }
    }

    static func titles(in journal: SQLiteJournal) throws -> [String] {
        try journal.tables.rows("SELECT title FROM book ORDER BY id") { $0.text(at: 0) }
    }
}
