import CSQLite

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

extension Database {
    /// How SQLite goes about a statement.
    func plan(of sql: String) throws -> [String] {
        try query("EXPLAIN QUERY PLAN \(sql)") { (row) throws(StorageError) in
            var steps: [String] = []
            while try row.next() { steps.append(row.text(at: 3) ?? "") }
            return steps
        }
    }
}

extension JournalConnection {
    /// Makes SQLite fail in COMMIT itself, with an error that is neither a full disk nor a conflict.
    func refuseCommits() {
        _ = sqlite3_commit_hook(database.handle, { _ in 1 }, nil)
    }
}
