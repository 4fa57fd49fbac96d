import Glibc
import Platform

extension StorageError {
    /// The error of a directory, a file or a lock.
    init(_ error: FileSystemError) {
        switch error.code {
        case .locked(let holder): self.init(.locked(holder: holder), error.message)
        case .failed: self.init(Self.code(of: error.number ?? EIO), error.message)
        case .link, .notDirectory, .otherUser, .openToOthers: self.init(.foreign, error.message)
        }
    }

    /// Does something with files, and takes over what is wrong with them.
    static func of<R>(_ body: () throws(FileSystemError) -> R) throws(StorageError) -> R {
        do throws(FileSystemError) { return try body() } catch { throw StorageError(error) }
    }

    /// What a caller can act on when the system has failed with an error number.
    static func code(of number: Int32) -> Code {
        switch number {
        case ENOSPC, EDQUOT: .full
        case EROFS, EACCES, EPERM: .readOnly
        default: .failing
        }
    }
}
