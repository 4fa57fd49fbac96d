package import Journal
import SQLite

/// Copies of a store: one file each, complete in itself.
package enum StoreCopy {
    /// How long to wait for a lock that someone else holds for a moment, in milliseconds.
    private static let timeout: Int32 = 10_000

    /// Copies a store as it is at one moment, also while its service runs and writes.
    ///
    /// The service goes on meanwhile; its log cannot be restarted before the copy is done, and so grows by what is
    /// written until then. The copy is checked as a whole. It is not durable yet: sync it.
    ///
    /// - Parameters:
    ///   - configuration: The store, and the tables that it must have.
    ///   - path: The new file.
    /// - Returns: How far the copy has come.
    /// - Throws: ``StorageError``: `foreign` when there is no store of this service, `corrupt` when it is damaged, `full`,
    ///   `readOnly` or `failing` when the copy cannot be written. A file may be left.
    package static func make(
        of configuration: SQLiteJournalConfiguration,
        at path: String
    ) throws(StorageError) -> StoreSummary {
        let files = StoreFiles(configuration)
        guard try files.hasDatabase() else {
            throw StorageError(.foreign, "there is no store \(files.database) to be copied")
        }
        let source = try Database(files.database, for: .reading, timeout: timeout)
        defer { source.close() }
        try source.snapshot { () throws(StorageError) in
            try StructureCheck.checkOwner(source, called: files.database, configuration: configuration)
        }
        let copy = try Database(path, for: .making)
        defer { copy.close() }
        // What is written meanwhile is not in it.
        try source.copy(to: copy)
        source.close()
        // One file without a log next to it, which can be read where nothing can be written.
        try copy.execute("PRAGMA journal_mode = DELETE")
        try JournalMeta.removeMarks(copy)
        return try check(copy, called: path, configuration: configuration)
    }

    /// Checks a copy as a whole, without changing it.
    ///
    /// - Throws: ``StorageError`` with `corrupt` when it is damaged, `foreign` when it is no store of this service or was
    ///   written by a newer version.
    package static func examine(
        _ path: String,
        as configuration: SQLiteJournalConfiguration
    ) throws(StorageError) -> StoreSummary {
        let database = try Database(path, for: .reading)
        defer { database.close() }
        return try check(database, called: path, configuration: configuration)
    }

    private static func check(
        _ database: Database,
        called path: String,
        configuration: SQLiteJournalConfiguration
    ) throws(StorageError) -> StoreSummary {
        do throws(StorageError) {
            return try database.snapshot { () throws(StorageError) in
                try StructureCheck.check(database, called: path, configuration: configuration, scope: .whole)
                // An older store is checked in full once it has been brought to the present schema.
                var configuration = configuration
                if try !JournalSchema.isPresent(database, with: configuration.tables) { configuration.tables = .none }
                let (meta, position) = try JournalCheck(database, scope: .whole, configuration: configuration).run()
                return StoreSummary(meta, at: position)
            }
        } catch {
            guard error.code == .corrupt else { throw error }
            throw StorageError(.corrupt, "\(path) is damaged: \(error.message)", sqliteCode: error.sqliteCode)
        }
    }
}

/// How far a store has come.
package struct StoreSummary: Sendable, Hashable {
    /// The life of its stream.
    package let epoch: String
    /// The number of its newest row; 0 when there has never been one.
    package let lastEntry: Int
    /// Its newest event; 0 when there has never been one.
    package let lastSequence: Int
    /// The time of its newest row, in milliseconds since 1970-01-01 UTC; 0 when there has never been one.
    package let lastTime: Int
    /// The last row of a replicated log that is in it; `nil` in a store that follows none.
    package let appliedRow: AppliedRow?

    package init(epoch: String, lastEntry: Int, lastSequence: Int, lastTime: Int, appliedRow: AppliedRow? = nil) {
        self.epoch = epoch
        self.lastEntry = lastEntry
        self.lastSequence = lastSequence
        self.lastTime = lastTime
        self.appliedRow = appliedRow
    }

    init(_ meta: JournalMeta, at position: JournalPosition) {
        self.init(
            epoch: meta.epoch,
            lastEntry: position.lastEntry,
            lastSequence: position.lastSequence,
            lastTime: position.lastTime,
            appliedRow: position.appliedRow
        )
    }

    /// Whether something was written to this store that the other one lacks.
    package func isNewer(than other: StoreSummary) -> Bool {
        // Of two lives the numbers say nothing, and only the wall clock is left.
        epoch == other.epoch ? lastEntry > other.lastEntry : lastTime > other.lastTime
    }
}
