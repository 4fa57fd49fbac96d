/// Why unfinished writes cannot be noted or looked up: what happened, with the path.
struct UnfinishedError: Error, Hashable {
    let message: String

    init(_ message: String) {
        self.message = message
    }

    /// The error of a call on `path` that has just failed.
    init(_ path: String, errno code: Int32) {
        message = "\(path.printable): \(SystemError.text(code))"
    }
}
