import Journal
import SQLite

/// Whether a store and a replicated log belong together.
enum ReplicatedStream {
    /// Refuses what no replicated store can have; looks at no file.
    ///
    /// - Throws: ``StorageError`` with `unavailable`.
    static func check(_ configuration: SQLiteJournalConfiguration) throws(StorageError) {
        guard let epoch = configuration.replicatedEpoch else { return }
        try SQLiteLibrary.requireSessions()
        guard epoch.utf8.count == 36 else {
            throw StorageError(.unavailable, "the epoch of a stream is a UUID, which '\(epoch)' is not")
        }
        guard !configuration.startsNewEpoch else {
            throw StorageError(.unavailable, "a store has the epoch of the log that it follows, and makes none")
        }
    }

    /// Refuses the store of another stream: rows of one log in the store of another would be found only one by one, or never.
    ///
    /// - Parameter path: What its file is called in errors.
    /// - Throws: ``StorageError`` with `foreign`.
    static func check(
        _ database: Database,
        called path: String,
        configuration: SQLiteJournalConfiguration
    ) throws(StorageError) {
        let name = JournalMeta.logPositionName
        let position = try database.integer("SELECT value FROM meta WHERE name = ?1", [.text(name)])
        switch (configuration.replicatedEpoch, position) {
        case (nil, nil): return
        case (nil, _?):
            throw StorageError(
                .foreign,
                "\(path) follows the log of a shared stream: start this service with --log"
            )
        case (_?, nil):
            throw StorageError(
                .foreign,
                "\(path) is the store of a service that follows no log: bring it into a new stream with --import-to-log, or move it away"
            )
        case (let epoch?, _?):
            let stored = try database.text("SELECT value FROM meta WHERE name = 'epoch'")
            guard stored == epoch else {
                throw StorageError(
                    .foreign,
                    "\(path) follows another stream than '\(configuration.streamName)' of this log: it is of another database,"
                        + " or was started with another --stream"
                )
            }
        }
    }
}
