import Journal
import SQLite

/// Finds out whether a file is a sound store of this service, without writing to it.
enum StructureCheck {
    /// Checks the file as far as `scope` says.
    ///
    /// - Parameter scope: How far; `nil` lets the store's state decide: as a whole, unless one of its marks counts and it
    ///   is too large for that.
    /// - Returns: Whether the store was closed in an orderly way and not changed in size since, and how far to check it.
    static func run(
        _ files: StoreFiles,
        configuration: SQLiteJournalConfiguration,
        scope: CheckScope?
    ) throws(StorageError) -> (isClean: Bool, scope: CheckScope) {
        // Asked first: opening the database may make an empty log. With something in it, the last process did not get to
        // the end of closing, whatever the database says.
        let isLogEmpty = files.isLogEmpty
        do throws(StorageError) {
            let database = try Database(files.database, for: .reading)
            defer { database.close() }
            return try database.snapshot { () throws(StorageError) in
                let size = files.databaseSize
                let isClean = isLogEmpty && JournalMeta.cleanSize(database) == size
                let isMarked =
                    isClean || JournalMeta.isMarkedSound(files.leftIdentity(inBoot: configuration.boot), in: database)
                let scope = scope ?? (isMarked && size > configuration.wholeUpToBytes ? .sinceBase : .whole)
                try check(database, called: files.database, configuration: configuration, scope: scope)
                try ReplicatedStream.check(database, called: files.database, configuration: configuration)
                return (isClean, scope)
            }
        } catch {
            throw files.explained(error)
        }
    }

    /// Checks an open database.
    ///
    /// - Parameter path: What its file is called in errors.
    /// - Throws: ``StorageError`` with `foreign` or `corrupt`, or what SQLite says.
    static func check(
        _ database: Database,
        called path: String,
        configuration: SQLiteJournalConfiguration,
        scope: CheckScope
    ) throws(StorageError) {
        try checkProgram(database, called: path)
        if scope == .whole {
            let finding = try database.text("PRAGMA quick_check(1)")
            if let finding, finding != "ok" { throw StorageError(.corrupt, finding) }
        }
        guard try !JournalSchema.isNewer(database, than: configuration.tables) else {
            throw StorageError(
                .foreign,
                "\(path) was written by a newer version; use that version or a newer one"
            )
        }
        try checkOwner(database, called: path, configuration: configuration)
    }

    /// Checks that a database is a store of this service, and nothing else of it.
    static func checkOwner(
        _ database: Database,
        called path: String,
        configuration: SQLiteJournalConfiguration
    ) throws(StorageError) {
        try checkProgram(database, called: path)
        let owner = try database.text("SELECT value FROM meta WHERE name = 'service'")
        guard owner == configuration.service else {
            throw StorageError(.foreign, "\(path) belongs to the service \(owner ?? "without a name")")
        }
    }

    private static func checkProgram(_ database: Database, called path: String) throws(StorageError) {
        guard try database.integer("PRAGMA application_id") == JournalSchema.applicationID else {
            throw StorageError(.foreign, "\(path) is a database of another program")
        }
    }
}

/// How much of a store is looked at before it is used.
enum CheckScope {
    /// Every page of the file and the number of rows.
    case whole
    /// The description, the levels, the first and the last row, and the rows since the levels' base.
    case sinceBase

    /// Up to this size a file is always checked as a whole: a matter of some tens of milliseconds.
    static let wholeUpToBytes = 32 << 20
    /// How many rows are left to be summed at the start after an orderly end.
    static let rowsToSum = 10_000
    /// How many rows come between two bases of the levels while a store is in use.
    ///
    /// The start after a crash adds them up, at some 2 µs each. Fewer would cost more: the commit that moves the base writes
    /// each level that has changed since, and in a large catalogue these are in as many pages as there are.
    static let rowsBetweenBases = 20_000
}
