import Foundation
import Testing

@testable import Journal
@testable import SQLite
@testable import SQLiteJournal

extension TemporaryDirectory {
    /// Overwrites the first page of an index.
    func spoil(index: String, of file: String) throws {
        let database = try Database(self.file(file), for: .writing)
        let page = try database.integer("SELECT rootpage FROM sqlite_schema WHERE name = ?1", [.text(index)])
        database.close()
        let handle = try #require(FileHandle(forUpdatingAtPath: self.file(file)))
        try handle.seek(toOffset: UInt64(try #require(page) - 1) * 4_096)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 4_096))
        try handle.close()
    }
}
