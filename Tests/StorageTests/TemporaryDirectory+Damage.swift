import Foundation
import GRDB
import Testing

extension TemporaryDirectory {
    /// Overwrites the first page of an index.
    func spoil(index: String, of file: String) throws {
        let queue = try DatabaseQueue(path: self.file(file))
        let page = try queue.read { database in
            try Int.fetchOne(database, sql: "SELECT rootpage FROM sqlite_schema WHERE name = ?", arguments: [index])
        }
        try queue.close()
        let handle = try #require(FileHandle(forUpdatingAtPath: self.file(file)))
        try handle.seek(toOffset: UInt64(try #require(page) - 1) * 4_096)
        try handle.write(contentsOf: Data(repeating: 0xFF, count: 4_096))
        try handle.close()
    }
}
