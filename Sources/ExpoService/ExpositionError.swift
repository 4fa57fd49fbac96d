/// Why an exposition cannot be used at all, in words for the person who keeps the data.
struct ExpositionError: Error, Hashable, CustomStringConvertible {
    /// The kinds of reasons.
    enum Code: Hashable {
        /// A file or the directory cannot be read.
        case unreadable
        /// A file is not valid JSON.
        case malformed
        /// A file is JSON of another shape.
        case wrongShape
    }

    /// What kind.
    let code: Code
    /// The file, the place in it where there is one, and what is wrong there.
    let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// Says of what the system refused which file it is about.
    init(_ error: FileError, at path: String) {
        self.init(.unreadable, "\(path): \(error)")
    }
}
