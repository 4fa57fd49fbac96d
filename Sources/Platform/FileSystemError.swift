package import SystemPackage

/// Why a directory, a file or a lock cannot be used, in words for the person who named it.
package struct FileSystemError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Code: Sendable, Hashable {
        /// It is a link, where the directory itself has to be named.
        case link
        /// It is something else than a directory.
        case notDirectory
        /// It belongs to another user.
        case otherUser
        /// Others than its owner may use it.
        case openToOthers
        /// Another process has the lock; `holder` is what it wrote into the file.
        case locked(holder: String)
        /// A call of the system failed.
        case failed(Errno)
    }

    package let code: Code
    /// What is wrong, with the path, and what to do about it.
    package let sentence: Sentence

    package init(_ code: Code, _ sentence: Sentence) {
        self.code = code
        self.sentence = sentence
    }

    /// The error of a call of the system.
    ///
    /// - Parameters:
    ///   - error: What was thrown; anything but an `Errno` counts as an error of input or output.
    ///   - action: What was tried, such as `cannot open /a/file`.
    package init(_ error: any Error, doing action: Sentence) {
        let number = error as? Errno ?? .ioError
        self.init(.failed(number), action.followed(by: "\(number)"))
    }

    /// The error of a call of the system, by its number.
    package init(number: CInt, doing action: Sentence) {
        self.init(Errno(rawValue: number), doing: action)
    }

    /// The number that the system gave; `nil` where a rule was broken and nothing failed.
    package var number: CInt? {
        if case .failed(let number) = code { number.rawValue } else { nil }
    }

    package var message: String { "\(sentence)" }
    package var description: String { message }
}
