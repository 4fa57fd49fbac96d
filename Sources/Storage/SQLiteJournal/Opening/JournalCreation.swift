import Foundation
import GRDB

/// Makes a new store, wholly or not at all.
enum JournalCreation {
    /// Builds the store under another name and then gives it its own.
    ///
    /// So a file with the store's name is always a complete one, and an empty or half-made file means damage.
    static func create(_ files: StoreFiles, _ configuration: SQLiteJournalConfiguration) throws(StorageError) {
        files.removeDraft()
        do {
            let queue = try DatabaseQueue(path: files.draft)
            try queue.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA synchronous = FULL")
                try database.execute(sql: "PRAGMA application_id = \(JournalSchema.applicationID)")
            }
            try JournalSchema.migrator(with: configuration.tables).migrate(queue)
            try queue.write { database in
                try JournalMeta(epoch: configuration.makeEpoch(), service: configuration.service).save(database)
                try addMissingLevels(configuration.initialLevels, database)
            }
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
            try queue.close()
        } catch {
            files.removeDraft()
            throw StorageError(error)
        }
        try files.publishDraft()
    }

    /// Adds the levels of items the store does not know; the others keep what they have.
    static func addMissingLevels(_ levels: [Level], _ database: Database) throws {
        for level in levels {
            try database.execute(
                sql: """
                    INSERT INTO level(item, quantity, version, sequence, base_quantity, base_version)
                    VALUES (CAST(?1 AS TEXT), ?2, ?3, NULL, ?2, ?3) ON CONFLICT(item) DO NOTHING
                    """,
                arguments: [Data(level.item.utf8), level.quantity, level.version]
            )
        }
    }
}
