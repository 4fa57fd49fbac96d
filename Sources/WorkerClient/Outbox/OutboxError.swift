internal import Platform

/// Why an outbox cannot be written or read: what happened, with the path.
package struct OutboxError: Error, Hashable {
    /// What happened, with the path as it is: a terminal may obey what is in it.
    package let message: String

    package init(_ message: String) {
        self.message = message
    }

    /// The error of a call on `path` that has just failed.
    init(_ path: String, errno code: Int32) {
        message = FileSystemError(number: code, doing: "\(path)").message
    }
}
