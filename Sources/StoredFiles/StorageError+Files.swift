internal import Glibc
internal import Journal
internal import Platform

extension StorageError {
    /// The error of a call that has just failed.
    init(errno number: CInt, doing action: String) {
        self.init(FileSystemError(number: number, doing: "\(action)"))
    }

    /// The error of a directory or a file; a directory that cannot be trusted is `foreign`.
    init(_ error: FileSystemError) {
        let code: Code =
            switch error.number {
            case ENOSPC, EDQUOT: .full
            case EROFS, EACCES, EPERM: .readOnly
            case nil: .foreign
            default: .failing
            }
        self.init(code, error.message)
    }
}
