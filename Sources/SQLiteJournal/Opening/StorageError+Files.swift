import Glibc
import Journal
import Platform
import SQLite

extension StorageError {
    /// The error of a directory, a file or a lock.
    init(_ error: FileSystemError) {
        switch error.code {
        case .locked(let holder): self.init(.locked(holder: holder), error.message)
        case .failed: self.init(Self.code(of: error.number ?? EIO), error.message)
        case .link, .notDirectory, .otherUser, .openToOthers: self.init(.foreign, error.message)
        }
    }

    /// The error of a file operation that has just failed.
    init(errno number: Int32, doing action: String) {
        self.init(FileSystemError(number: number, doing: "\(action)"))
    }

    /// Does something with files, and takes over what is wrong with them.
    static func of<R>(_ body: () throws(FileSystemError) -> R) throws(StorageError) -> R {
        do throws(FileSystemError) { return try body() } catch { throw StorageError(error) }
    }
}
