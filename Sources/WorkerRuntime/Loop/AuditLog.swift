package import Logging

/// Where it is told who has written what.
package struct AuditLog: Sendable {
    let log: Logger
    /// Whether all writes are told, those of the user too.
    let isComplete: Bool

    /// - Parameters:
    ///   - log: A log that leaves out no line.
    ///   - isComplete: Whether the user's own writes are told too.
    package init(_ log: Logger, isComplete: Bool) {
        (self.log, self.isComplete) = (log, isComplete)
    }
}
