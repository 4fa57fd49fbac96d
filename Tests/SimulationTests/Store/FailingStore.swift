@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

extension SQLiteJournal {
    /// Opens a store on a disk that works again: what went wrong before is told once to each file that is opened.
    static func openHealed(_ configuration: SQLiteJournalConfiguration) throws(StorageError) -> SQLiteJournal {
        for _ in 0..<3 {
            do throws(StorageError) {
                return try SQLiteJournal(opening: configuration)
            } catch {
                guard error.code == .failing else { throw error }
            }
        }
        return try SQLiteJournal(opening: configuration)
    }
}
