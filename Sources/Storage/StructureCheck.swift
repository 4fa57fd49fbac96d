import GRDB

/// Finds out whether a file is a sound store of this service, without writing to it.
enum StructureCheck {
    static func run(_ files: StoreFiles, service: String) throws(StorageError) {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: files.database, configuration: configuration)
            try queue.read { try check($0, files, service: service) }
            try queue.close()
        } catch {
            let error = StorageError(error)
            guard error.code == .corrupt, error.sqliteCode != nil else { throw error }
            throw files.damage(error.message, sqliteCode: error.sqliteCode)
        }
    }

    private static func check(_ database: Database, _ files: StoreFiles, service: String) throws {
        guard try Int.fetchOne(database, sql: "PRAGMA application_id") == JournalSchema.applicationID else {
            throw StorageError(.foreign, "\(files.database) is a database of another program")
        }
        if let finding = try String.fetchOne(database, sql: "PRAGMA quick_check(1)"), finding != "ok" {
            throw files.damage(finding)
        }
        guard try !JournalSchema.migrator.hasBeenSuperseded(database) else {
            throw StorageError(
                .foreign,
                "\(files.database) was written by a newer version; use that version or a newer one"
            )
        }
        let owner = try String.fetchOne(database, sql: "SELECT value FROM meta WHERE name = 'service'")
        guard owner == service else {
            throw StorageError(.foreign, "\(files.database) belongs to the service \(owner ?? "without a name")")
        }
    }
}
