package import Journal
import Messages
import Platform
import SQLite

extension SQLiteJournal {
    /// Makes a batch durable: one transaction, one sync of the log.
    package func commit(_ batch: JournalBatch) throws(StorageError) {
        try write(batch, at: nil, checksum: [])
    }

    /// Commits a batch, and with it the position in a replicated log.
    ///
    /// - Parameters:
    ///   - row: The row of the log that holds the batch; `nil` in a store that follows no log.
    ///   - checksum: What tells that row from another at its place.
    ///   - changing: Makes the changes of the service's own tables, before anything of the batch is written; nothing
    ///     where they are in the open transaction.
    func write(
        _ batch: JournalBatch,
        at row: Int?,
        checksum: [UInt8],
        changing: (Database) throws(StorageError) -> Void = { _ in }
    ) throws(StorageError) {
        let connection = try requireConnection()
        let end = try position(after: batch, at: row, checksum)
        #if DEBUG
            FailPoint.beforeTransaction.reach()
        #endif
        try commit(upTo: end, on: connection) { (database, statements) throws(StorageError) in
            try changing(database)
            try insert(batch, upTo: end, in: database, statements: statements, on: connection)
        }
    }

    /// Commits the open transaction after a last change, and is at its end then.
    func commit(
        upTo end: JournalPosition,
        on connection: JournalConnection,
        _ body: (Database, JournalStatements) throws(StorageError) -> Void
    ) throws(StorageError) {
        try writing(on: connection, withChanges: true) { (database, statements) throws(StorageError) in
            try body(database, statements)
            #if DEBUG
                FailPoint.beforeCommit.reach()
            #endif
        }
        // Only now: until the commit has returned, the journal stands where it stood.
        position = end
        #if DEBUG
            FailPoint.afterCommit.reach()
        #endif
    }

    /// The position of the journal when a batch is committed.
    func position(after batch: JournalBatch, at row: Int?, _ checksum: [UInt8]) throws(StorageError) -> JournalPosition
    {
        var end = try position.end(of: batch, at: row)
        if row != nil { end.logChecksum = checksum }
        // Now and then, so that the start after a crash has few rows to add up, however long this life has been.
        if end.lastEntry - end.baseEntry > CheckScope.rowsBetweenBases { end.baseEntry = end.lastEntry }
        return end
    }

    /// Adds a batch to the open transaction.
    func insert(
        _ batch: JournalBatch,
        upTo end: JournalPosition,
        in database: Database,
        statements: JournalStatements,
        on connection: JournalConnection
    ) throws(StorageError) {
        try Self.insert(batch, after: position.lastSequence, by: statements)
        #if DEBUG
            FailPoint.afterApply.reach()
        #endif
        for level in batch.levels { try save(level, by: statements, on: connection) }
        if end.baseEntry != position.baseEntry {
            try LevelChanges.moveBaseToPresent(database)
            try JournalMeta.saveBase(entry: end.baseEntry, sequence: end.lastSequence, database)
        }
        if let row = end.appliedRow { try JournalMeta.saveAppliedRow(row, in: database) }
    }

    /// Proves by a small durable write that the store works; where the disk has failed it opens the store again first
    /// and checks what the last commit can have touched.
    package func probe() throws(StorageError) {
        if connection == nil, !isClosed, damage == nil {
            // The pages were checked at the start, and this runs again and again while the disk is broken: only what the
            // failed commit can have touched is looked at.
            let opened = try Self.open(files, configuration: configuration, scope: .sinceBase)
            connection = opened.connection
            epoch = opened.epoch
            position = opened.position
            definition = opened.definition
            isMarkedClean = opened.isMarkedClean
            // A disk that has failed may have done more harm than that.
            pageCheck = opened.needsWholeCheck ? WholeCheck(of: files, configuration) : nil
            snapshots.resume()
        }
        try writing(on: requireConnection()) { (database, _) throws(StorageError) in
            // A value that changes each time, so that there is always a page to write and to sync.
            try database.change(
                "INSERT INTO meta(name, value) VALUES ('probe', 1) ON CONFLICT(name) DO UPDATE SET value = value + 1"
            )
        }
    }

    /// Runs one durable transaction and drops the connection when its outcome is unknown, when another program has written, or
    /// when the disk or the database has failed: before the commit, in it, or afterwards in the copying of the log.
    ///
    /// - Parameter withChanges: Whether it may have changes of the service's own tables that belong into a replicated log.
    func writing<Result>(
        on connection: JournalConnection,
        withChanges: Bool = false,
        _ body: (Database, JournalStatements) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        guard withChanges || !connection.hasCapturedChanges else {
            throw StorageError(.failing, "what was changed waits for its row of the log")
        }
        do throws(StorageError) {
            guard !connection.isDoubtful else {
                throw StorageError(
                    .failing,
                    "the disk has failed while rows were changed, and the store is reopened"
                )
            }
            let result = try connection.transaction { (database, statements) throws(StorageError) in
                // In the transaction of the first change itself, so that it costs no sync of its own.
                if isMarkedClean {
                    try JournalMeta.setSoundMark(files.identity(inBoot: configuration.boot), in: database)
                }
                return try body(database, statements)
            }
            isMarkedClean = false
            if connection.isDoubtful {
                damage = connection.damage.map { files.explained($0, isInUse: true) }
                drop(connection)
            }
            return result
        } catch {
            dropIfFailed(connection)
            throw error
        }
    }

    func dropIfFailed(_ connection: JournalConnection) {
        if connection.isDoubtful || connection.isOutdated { drop(connection) }
    }

    /// Gives up a connection that has in memory what may not be on the disk.
    ///
    /// Only a store that is reopened and checked says what is true.
    func drop(_ connection: JournalConnection) {
        snapshots.stop()
        pageCheck?.stop()
        pageCheck = nil
        connection.close()
        self.connection = nil
        // What was not saved may be lost: the store says how much was.
        ages = nil
    }

    /// Adds the rows of a batch.
    ///
    /// - Parameter last: The event before its first.
    private static func insert(
        _ batch: JournalBatch,
        after last: Int,
        by statements: JournalStatements
    ) throws(StorageError) {
        let entries = batch.entries.span
        let most = JournalStatements.rowsTogether
        // Those that do not fill a statement are inserted one by one.
        let together = entries.count / most * most
        var sequence = last
        unsafe try batch.bytes.withUnsafeBufferPointer { (texts) throws(StorageError) in
            for index in entries.indices {
                sequence += entries[index].events.count
                let statement = index < together ? statements.insertEntries : statements.insertEntry
                let row = index < together ? index % most : 0
                unsafe try entries[index].bind(to: statement, row: row, sequence: sequence, at: batch.time, texts)
                if index >= together || row == most - 1 { try statement.run() }
            }
        }
    }

    private func save(
        _ level: Level,
        by statements: JournalStatements,
        on connection: JournalConnection
    ) throws(StorageError) {
        try run(statements.updateLevel, with: level)
        if connection.database.changedRows == 0 { try run(statements.insertLevel, with: level) }
    }

    private func run(_ statement: PreparedStatement, with level: Level) throws(StorageError) {
        buffer.removeAll()
        let item = buffer.append(level.item)
        unsafe try buffer.bytes.withUnsafeBufferPointer { (texts) throws(StorageError) in
            unsafe try statement.bindText(item, of: texts, at: 1)
            try statement.bind(level.quantity, at: 2)
            try statement.bind(level.version, at: 3)
            try statement.bind(level.sequence, at: 4)
            try statement.run()
        }
    }
}
