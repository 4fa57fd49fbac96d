import Glibc

/// Why a file or directory could not be read.
struct FileError: Error, Hashable, CustomStringConvertible {
    /// The kinds of reasons.
    enum Code: Hashable {
        /// There is nothing of this name.
        case missing
        /// It is not the kind of file that was wanted; a link counts as such where none may be followed.
        case wrongKind
        /// It has more bytes than wanted.
        case tooLarge(bytes: Int)
        /// The system refused.
        case system
    }

    /// What kind.
    let code: Code
    /// What is wrong, without the name.
    let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// What the system said.
    init(errno number: Int32) {
        switch number {
        case ENOENT: self.init(.missing, "there is no such file")
        // A link in the last place is ELOOP with O_NOFOLLOW, and ENOTDIR with O_DIRECTORY besides.
        case ELOOP: self.init(.wrongKind, "it is a link, which is not followed")
        case ENOTDIR: self.init(.wrongKind, "it is no directory")
        default: self.init(.system, String(cString: strerror(number)))
        }
    }
}
