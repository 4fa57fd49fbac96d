import Journal
import SQLite

/// Makes a new store, wholly or not at all.
enum JournalCreation {
    /// Builds the store under another name and then gives it its own.
    ///
    /// So a file with the store's name is always a complete one, and an empty or half-made file means damage.
    static func create(_ files: StoreFiles, configuration: SQLiteJournalConfiguration) throws(StorageError) {
        files.removeDraft()
        do throws(StorageError) {
            let database = try Database(files.draft, for: .making)
            defer { database.close() }
            try database.execute("PRAGMA synchronous = FULL")
            try database.execute("PRAGMA application_id = \(JournalSchema.applicationID)")
            try JournalSchema.migrate(database, with: configuration.tables)
            try database.transaction { () throws(StorageError) in
                let epoch = configuration.replicatedEpoch ?? configuration.makeEpoch()
                try JournalMeta(epoch: epoch, service: configuration.service).save(database)
                if configuration.replicatedEpoch != nil { try JournalMeta.saveAppliedRow(.start, in: database) }
                try addMissingLevels(configuration.initialLevels, to: database)
            }
            try database.execute("PRAGMA journal_mode = WAL")
        } catch {
            files.removeDraft()
            throw error
        }
        try files.publishDraft()
    }

    /// Adds the levels of items the store does not know; the others keep what they have.
    static func addMissingLevels(_ levels: [Level], to database: Database) throws(StorageError) {
        for level in levels {
            try database.change(
                """
                INSERT INTO level(item, quantity, version, sequence, base_quantity, base_version)
                VALUES (?1, ?2, ?3, NULL, ?2, ?3) ON CONFLICT(item) DO NOTHING
                """,
                [.text(level.item), .integer(level.quantity), .integer(level.version)]
            )
        }
    }
}
