/// Why a store refused or failed.
package struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What a caller can act on.
    package enum Code: Sendable, Hashable {
        /// The disk, or the space given to the store, is used up. Nothing was applied.
        case full
        /// The store cannot be written here. Nothing was applied.
        case readOnly
        /// The store failed before the commit. Nothing was applied.
        case failing
        /// The commit itself failed: the batch is there as a whole or not at all, and ``Journal/probe()`` finds out.
        case commitUnknown
        /// The store is damaged or does not add up. It is not used.
        case corrupt
        /// Another process has the store; `holder` is what it wrote into the lock file.
        case locked(holder: String)
        /// The file belongs to another program, another service, another user or a newer version.
        case foreign
        /// A row of a replicated log is damaged, or of a format that this version does not know. Nothing was applied.
        case unreadable
        /// The store is not what a row of the replicated log was written for, so it has not come from the same rows. Nothing was
        /// applied, and it must not be used as a replica of that stream.
        case diverged
        /// Another worker of the stream takes writes; where clients find it, as the log has it. Nothing was applied.
        case notActive(endpoints: String?)
        /// No write is taken now, by this worker or by another, though the store works. Nothing was applied.
        case notServing
        /// The store is closed, or waits for a successful ``Journal/probe()``.
        case unavailable
    }

    /// What a caller can act on.
    package let code: Code
    /// What happened and what to do, for people.
    package let message: String
    /// The extended result code of SQLite, where there is one; for the store over it alone.
    package let sqliteCode: Int32?

    package init(_ code: Code, _ message: String) {
        self.init(code, message, sqliteCode: nil)
    }

    package init(_ code: Code, _ message: String, sqliteCode: Int32?) {
        self.code = code
        self.message = message
        self.sqliteCode = sqliteCode
    }

    /// Whether nothing was done, and nothing is wrong with the store.
    package var isRefusal: Bool {
        switch code {
        case .notActive, .notServing: true
        default: false
        }
    }

    /// Whether a statement is at fault, such as by a constraint, and nothing is wrong with the store.
    ///
    /// Of <https://www.sqlite.org/rescode.html>: ERROR, TOOBIG, CONSTRAINT, MISMATCH, AUTH, RANGE.
    package var isStatementFault: Bool {
        sqliteCode.map { [1, 18, 19, 20, 23, 25].contains($0 & 0xff) } ?? false
    }

    /// The message, followed by SQLite's code where there is one.
    package var description: String {
        guard let sqliteCode else { return message }
        return "\(message) (SQLite \(sqliteCode))"
    }
}
