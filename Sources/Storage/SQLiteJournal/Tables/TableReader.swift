internal import Synchronization

/// Reads a service's own tables on other threads than the journal's, beside its writes.
///
/// It sees only what is durable. One reading goes on at a time; others wait for it. It belongs to its journal: after a
/// commit of unknown outcome it reads nothing until the journal works again, and nothing after the journal was closed.
package final class TableReader: Sendable {
    private struct Access {
        /// Opened by the first reading.
        var connection: SnapshotConnection?
        var isAllowed = true
    }

    private let path: String
    private let access = Mutex(Access())

    init(path: String) {
        self.path = path
    }

    /// Reads the tables as the last commit has left them; what is committed meanwhile is not seen.
    ///
    /// - Parameter body: Reads; it may take as long as it wants, but the log is not begun anew meanwhile.
    /// - Throws: ``StorageError``, also what `body` throws; `unavailable` when the journal cannot be used.
    package func read<Value: Sendable>(
        _ body: @Sendable (StoredTables) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try access.withLock { (access) throws(StorageError) in
            guard access.isAllowed else { throw StorageError(.unavailable, "the store cannot be read at present") }
            let connection: SnapshotConnection
            if let open = access.connection {
                connection = open
            } else {
                connection = try SnapshotConnection(path: path)
                access.connection = connection
            }
            return try connection.read(body)
        }
    }

    /// Waits for the reading under way and lets no other begin.
    func stop() {
        access.withLock { access in
            access.connection = nil
            access.isAllowed = false
        }
    }

    /// Lets readings begin again.
    func resume() {
        access.withLock { $0.isAllowed = true }
    }
}
