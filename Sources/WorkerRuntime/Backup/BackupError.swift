internal import Platform

/// Why a backup or a restore was refused or failed, in words for the person who wants it.
struct BackupError: Error, Sendable, Hashable, CustomStringConvertible {
    enum Code: Sendable, Hashable {
        /// There is a backup already, or none.
        case place
        /// The backup is torn, damaged, or of something else.
        case unusable
        /// The backup lacks writes that the present store has.
        case older
        /// A file cannot be read or written.
        case file
    }

    let code: Code
    let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// The error of a call on a file that has just failed.
    init(_ action: String, errno code: Int32) {
        self.init(.file, FileSystemError(number: code, doing: "\(action)").message)
    }
}
