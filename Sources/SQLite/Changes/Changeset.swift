import CSQLite
package import Journal

/// The changes of the service's own tables in one transaction, as they are applied to a replica.
package struct Changeset {
    let bytes: [UInt8]

    /// Takes bytes that have come from a log.
    ///
    /// SQLite passes over what is for a table that it does not have, or has with other columns, and says nothing; and
    /// versions up to 3.43.0 read beyond the end of damaged changesets (CVE-2023-7104). So all of it is looked at here first.
    ///
    /// - Throws: ``StorageError`` with `unreadable`, or with `diverged` when the tables here are others.
    package init(_ bytes: [UInt8], for tables: [CapturedTable]) throws(StorageError) {
        var reader = ChangesetReader(bytes)
        try reader.check(for: tables)
        self.bytes = bytes
    }

    /// Makes the changes, inside the caller's transaction, which has to be taken back when this throws.
    ///
    /// - Throws: ``StorageError`` with `diverged` when a row is not what it was where the changes were made.
    package func apply(to database: Database) throws(StorageError) {
        guard !bytes.isEmpty else { return }
        var changes = bytes
        var conflict: Conflict?
        let result = unsafe changes.withUnsafeMutableBytes { changes in
            unsafe withUnsafeMutablePointer(to: &conflict) { conflict in
                unsafe sqlite3changeset_apply_v2(
                    database.handle,
                    Int32(clamping: changes.count),
                    changes.baseAddress,
                    nil,
                    { context, kind, change in
                        unsafe context?.assumingMemoryBound(to: Conflict?.self).pointee = Conflict(kind, of: change)
                        return SQLITE_CHANGESET_ABORT
                    },
                    conflict,
                    nil,
                    nil,
                    // The whole transaction is taken back.
                    SQLITE_CHANGESETAPPLY_NOSAVEPOINT
                )
            }
        }
        if let conflict { throw StorageError(.diverged, "the store has diverged from its log: \(conflict.finding)") }
        guard result == SQLITE_OK else {
            throw unsafe StorageError(
                result: result,
                systemError: sqlite3_system_errno(database.handle),
                text: "the changes of tables cannot be applied"
            )
        }
    }

    /// What keeps a change from being made.
    @safe
    private struct Conflict {
        let finding: String

        init(_ kind: Int32, of change: OpaquePointer?) {
            var name: UnsafePointer<CChar>?
            var (columns, operation, isIndirect): (Int32, Int32, Int32) = (0, 0, 0)
            if kind != SQLITE_CHANGESET_FOREIGN_KEY, let change = unsafe change {
                unsafe sqlite3changeset_op(change, &name, &columns, &operation, &isIndirect)
            }
            let table = unsafe name.map { unsafe "table " + String(cString: $0) } ?? "a table"
            finding =
                switch kind {
                case SQLITE_CHANGESET_DATA: "a row of \(table) is not what it was"
                case SQLITE_CHANGESET_NOTFOUND: "a row of \(table) is missing"
                case SQLITE_CHANGESET_CONFLICT: "a row of \(table) is there already"
                default: "a change of \(table) breaks a constraint"
                }
        }
    }
}
