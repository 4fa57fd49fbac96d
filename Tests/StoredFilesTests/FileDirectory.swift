import Foundation
import Journal
import StoredFiles

/// A directory for the store of one test, removed with the last reference.
final class FileDirectory: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)/store").path
    }

    deinit { try? FileManager.default.removeItem(atPath: URL(filePath: path).deletingLastPathComponent().path) }

    /// Where the file of a picture is.
    func file(_ hash: FileHash) -> String { "\(path)/\(hash.description.prefix(2))/\(hash)" }

    /// All files, from the store's directory.
    func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.contains("/") }.sorted()
    }

    /// Lets a file have been written a while ago.
    func age(_ file: String, by seconds: Int) throws {
        let date = Date(timeIntervalSinceNow: -Double(seconds))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    }
}

extension FileStore {
    /// A look at some files, and what comes of it at once.
    func sweep(
        olderThan age: Int,
        after position: FileHash? = nil,
        limit: Int = 1_000,
        keeping: ([FileHash]) throws -> Set<FileHash>
    ) throws -> (examined: Int, removed: Int, drafts: Int, next: FileHash?) {
        let found = try oldFiles(olderThan: age, after: position, limit: limit)
        let kept = found.files.isEmpty ? [] : try keeping(found.files)
        let removed = try found.files.filter { try !kept.contains($0) && remove($0, olderThan: age) }
        return (found.sweep.examined, removed.count, found.sweep.drafts, found.sweep.next)
    }
}
