import Journal
import SQLite

extension SQLiteJournal {
    /// An existing store that was found sound.
    struct Opened {
        let connection: JournalConnection
        let epoch: String
        let position: JournalPosition
        /// See ``JournalMeta/definition``.
        let definition: [UInt8]?
        /// Whether the file still says that it was closed in an orderly way.
        let isMarkedClean: Bool
        /// Whether the rest of the store is still to be looked at.
        let needsWholeCheck: Bool
    }

    /// Opens an existing store, checks it, and brings its schema and its base up to date.
    ///
    /// A store that was closed in an orderly way and needs no change is only read. One that was not says from here on
    /// whether it is sound as a whole: not before that was found out, so that a start which is cut short, or meets
    /// damage later, makes the next one look at everything first.
    ///
    /// - Parameters:
    ///   - scope: How far to check; `nil` lets the store's state decide.
    ///   - startsNewEpoch: Whether the stream gets a new name, in the transaction that accepts the store.
    ///   - timeout: How long to wait, in milliseconds, for others who read the store, such as a backup.
    static func open(
        _ files: StoreFiles,
        configuration: SQLiteJournalConfiguration,
        scope: CheckScope? = nil,
        startsNewEpoch: Bool = false,
        timeout: Int32 = 0
    ) throws(StorageError) -> Opened {
        // An empty one is left alone: a store that was closed is only read.
        if !files.isLogEmpty { try ClosedStore.rewriteLog(of: files.database, timeout: timeout) }
        let (isClean, scope) = try StructureCheck.run(files, configuration: configuration, scope: scope)
        let connection = try JournalConnection(path: files.database, configuration)
        do throws(StorageError) {
            try connection.copyWholeLog(timeout: timeout)
            try connection.migrate(configuration.tables)
            try connection.prepareStatements()
            try connection.findTables(capturing: configuration.replicatedEpoch != nil)
            return try connection.transaction { (database, _) throws(StorageError) in
                let changes = database.allChangedRows
                // Where a log is followed it says what is new, so that all stores get it at the same row.
                if configuration.replicatedEpoch == nil {
                    try JournalCreation.addMissingLevels(configuration.initialLevels, to: database)
                }
                var (meta, position) = try JournalCheck(database, scope: scope, configuration: configuration).run()
                if startsNewEpoch { meta.epoch = configuration.makeEpoch() }
                // After an orderly end the base is near enough, and staying where it is keeps the last rows summable.
                let movesBase = !isClean && meta.baseEntry != position.lastEntry
                if movesBase {
                    try LevelChanges.moveBaseToPresent(database)
                    meta.baseEntry = position.lastEntry
                    meta.baseSequence = position.lastSequence
                    position.baseEntry = meta.baseEntry
                }
                if movesBase || startsNewEpoch { try meta.save(database) }
                let isMarkedClean = isClean && database.allChangedRows == changes
                let isSound = isClean || scope == .whole
                if !isMarkedClean {
                    let file = isSound ? files.identity(inBoot: configuration.boot) : nil
                    try JournalMeta.setSoundMark(file, in: database)
                }
                return Opened(
                    connection: connection,
                    epoch: meta.epoch,
                    position: position,
                    definition: meta.definition,
                    isMarkedClean: isMarkedClean,
                    needsWholeCheck: !isSound
                )
            }
        } catch {
            connection.close()
            throw files.explained(error)
        }
    }
}
