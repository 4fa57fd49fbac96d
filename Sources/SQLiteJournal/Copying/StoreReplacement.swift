import FoundationEssentials
import Glibc
package import Journal
import Platform
import SQLite

/// Puts another store in the place of a service's own, which is kept next to it.
///
/// It holds the store's lock from its making to its end, so no service runs meanwhile.
///
/// 1. Put the new store at ``draft``, and ``accept()`` it: nothing of the old one has changed so far.
/// 2. ``finish(with:)``. When that is cut short, no service starts until it was done again from the beginning.
package final class StoreReplacement {
    /// Where the new store has to be before it is accepted.
    package var draft: String { files.draft }

    private var configuration: SQLiteJournalConfiguration
    private let files: StoreFiles
    private let lock: LockFile

    /// Takes the store's lock.
    ///
    /// - Throws: ``StorageError``: `locked` while a service has the store, `foreign` when its directory is not the user's
    ///   own, and what else keeps it from being locked.
    package init(of configuration: SQLiteJournalConfiguration) throws(StorageError) {
        self.configuration = configuration
        files = StoreFiles(configuration)
        try files.prepareDirectory()
        lock = try files.takeLock()
        files.removeDraft()
    }

    /// Whether there is a store, sound or not.
    ///
    /// - Throws: ``StorageError`` for what cannot be one.
    package func hasStore() throws(StorageError) -> Bool { try files.hasDatabase() }

    /// How far the present store has come; `nil` when there is none, or it cannot be read.
    package func present() -> StoreSummary? {
        guard (try? files.hasDatabase()) == true else { return nil }
        guard let database = try? Database(files.database, for: .reading) else { return nil }
        defer { database.close() }
        return try? database.snapshot { () throws(StorageError) in
            let (meta, position) = try JournalCheck(database, scope: .sinceBase, configuration: configuration).run()
            return StoreSummary(meta, at: position)
        }
    }

    /// Checks the draft as a whole, and brings it to the present schema.
    ///
    /// - Parameter startsNewEpoch: Whether its stream gets a new life; not that of a replicated log, which goes on.
    /// - Returns: How far it has come, with its epoch.
    /// - Throws: ``StorageError`` when it is no sound store of this service.
    package func accept(startsNewEpoch: Bool = true) throws(StorageError) -> StoreSummary {
        do throws(StorageError) {
            let database = try Database(files.draft, for: .writing)
            defer { database.close() }
            try database.snapshot { () throws(StorageError) in
                try StructureCheck.check(database, called: files.draft, configuration: configuration, scope: .whole)
            }
            try JournalSchema.migrate(database, with: configuration.tables)
            let summary = try database.transaction { () throws(StorageError) in
                var (meta, position) = try JournalCheck(database, scope: .whole, configuration: configuration).run()
                // Followers of the old store may have seen later events, and must not take new ones for those.
                if startsNewEpoch { meta.epoch = UUID().uuidString.lowercased() }
                try meta.save(database)
                try JournalMeta.removeMarks(database)
                return StoreSummary(meta, at: position)
            }
            try database.execute("PRAGMA journal_mode = WAL")
            database.close()
            try StoreFiles.sync(files.draft)
            return summary
        } catch {
            files.removeDraft()
            throw error
        }
    }

    /// Copies the present store, which follows no log, to the draft.
    ///
    /// - Returns: How far it has come.
    /// - Throws: ``StorageError`` as ``StoreCopy/make(of:at:)``.
    package func copyPresent() throws(StorageError) -> StoreSummary {
        try StoreCopy.make(of: configuration, at: files.draft)
    }

    /// Has the draft, which follows no log, follow one from a row on: from now on it is the store of a worker of that stream.
    ///
    /// - Parameters:
    ///   - row: The row that it has last.
    ///   - epoch: The epoch of the stream, which is that of the draft.
    /// - Throws: ``StorageError``, also when its tables cannot be replicated.
    package func follow(from row: AppliedRow, inEpoch epoch: String) throws(StorageError) {
        configuration.replicatedEpoch = epoch
        try ReplicatedStream.check(configuration)
        let database = try Database(files.draft, for: .writing)
        defer { database.close() }
        _ = try CapturedTable.all(in: database)
        try database.transaction { () throws(StorageError) in
            try JournalMeta.saveAppliedRow(row, in: database)
        }
    }

    /// The files that rows of the accepted draft name.
    ///
    /// - Parameter query: Selects their hashes: ``ContentFiles/namesQuery``.
    /// - Throws: ``StorageError`` when it cannot be read, or names what is no hash.
    package func fileNames(_ query: String) throws(StorageError) -> [FileHash] {
        // One that only reads would leave the files of a log next to it.
        let database = try Database(files.draft, for: .writing)
        defer { database.close() }
        var names: [FileHash] = []
        try SQLiteTables(reading: database).forEachRow(query, []) { (row) throws(StorageError) in
            guard let name = FileHash(row.text(at: 0)) else {
                throw StorageError(.corrupt, "the store names a file by '\(row.text(at: 0))', which is no hash")
            }
            names.append(name)
            return true
        }
        return names
    }

    /// Puts the accepted draft in the old store's place, durably.
    ///
    /// - Parameter directories: The names of directories beside the database that belong to the store; where there is a
    ///   `<name>.new`, it takes the place of `<name>`.
    /// - Returns: The directory in which the old store now is; `nil` when there was none.
    /// - Throws: ``StorageError``; then do it again from the beginning.
    package func finish(with directories: [String] = []) throws(StorageError) -> String? {
        try replacing { () throws(StorageError) in
            let aside = try files.setAside(directories)
            for name in directories {
                try files.rename("\(files.directory)/\(name).new", to: "\(files.directory)/\(name)")
            }
            try files.publishDraft()
            return aside
        }
    }

    /// Moves the present store aside, with nothing in its place.
    ///
    /// - Returns: The directory in which it now is; `nil` when there was none.
    /// - Throws: ``StorageError``; then do it again.
    package func setAside() throws(StorageError) -> String? {
        try replacing { () throws(StorageError) in try files.setAside([]) }
    }

    private func replacing<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        // From here on a start would find the old database without its log, or none, and make a new one.
        try files.beginReplacing()
        let result = try body()
        try files.endReplacing()
        return result
    }

    /// Removes a draft that was not put in place, and gives the lock back.
    package func close() {
        files.removeDraft()
        lock.release()
    }
}
