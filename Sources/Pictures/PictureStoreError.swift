internal import Glibc
internal import Platform

/// Why a store of pictures refused or failed.
package struct PictureStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a caller can act on.
    package enum Code: Sendable, Hashable {
        /// The disk, or the space given to the store, is used up. Nothing was stored.
        case full
        /// The store cannot be written here. Nothing was stored.
        case readOnly
        /// It has more bytes than ``PictureStore/maxFileBytes``. Nothing was stored.
        case tooLarge
        /// The system failed. Nothing was stored under the picture's name.
        case failing
        /// There is no picture of this hash.
        case missing
        /// The file of this hash holds something else; storing the picture anew mends it.
        case damaged
        /// The directory, or something in it, belongs to another user or is no directory.
        case foreign
    }

    /// What a caller can act on.
    package let code: Code
    /// What happened, in English, for people and logs.
    package let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The error of a call that has just failed.
    init(errno number: CInt, doing action: String) {
        self.init(FileSystemError(number: number, doing: "\(action)"))
    }

    /// The error of a directory or a file.
    init(_ error: FileSystemError) {
        self.init(error.number.map(Self.code(of:)) ?? .foreign, error.message)
    }

    private static func code(of number: CInt) -> Code {
        switch number {
        case ENOSPC, EDQUOT: .full
        case EROFS, EACCES, EPERM: .readOnly
        default: .failing
        }
    }

    package var description: String { message }
}
