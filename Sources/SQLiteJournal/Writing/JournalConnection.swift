import Journal
import SQLite

/// An open store: the writing connection, its prepared statements and what copies the log.
///
/// Everything but the copying on another thread happens on the thread that owns the journal.
final class JournalConnection {
    /// The writing connection, whose statements by text are those of the service's own tables.
    let database: Database
    private let checkpointer: Checkpointer
    /// Dropped before the connection closes: SQLite does not close one with statements alive.
    private(set) var statements: JournalStatements?
    /// Whether the open transaction has changes of the service's own tables, which only a commit or a failure ends.
    private var isChanging = false
    /// The service's own tables, whose changes are noted for a replicated log; `nil` in a store that has none.
    private var capturedTables: [CapturedTable]?
    /// Notes the changes of the open transaction.
    private var capture: ChangeCapture?
    /// Whether what was noted was handed out for the log, so that nothing more may be changed before the commit.
    private var isSealed = false
    /// The position of the journal when the rows in the open transaction are committed; `nil` where there are none.
    private(set) var staged: JournalPosition?
    private var log: WriteAheadLog
    private var isClosed = false
    /// Whether what can be read may not be on the disk: until the log has been copied, and after a commit or a copying failed.
    ///
    /// Such a log is not copied into the database, nor does SQLite do so when it closes its last connection: if the power
    /// went meanwhile, nothing could fix the pages that were half written. The next opening writes the log again first,
    /// and copies it from its beginning.
    private(set) var isDoubtful = true
    /// What was found when the log could not be copied; ends the store's use.
    private(set) var damage: StorageError?
    /// Whether another program has written, so that nothing that is known of the store need be true any more.
    private(set) var isOutdated = false
    /// What tells whether another program has written; `nil` where it has to be asked again, as after a failure, which
    /// changes it as well.
    private var dataVersion: Int?

    init(path: String, _ options: SQLiteJournalConfiguration) throws(StorageError) {
        database = try Database(path, for: .writing)
        // Before anything is read: also a connection that fails while it is opened must not copy a doubtful log.
        try database.copyLogAtClose(false)
        try Self.setUp(database, with: options)
        if options.copiesLogInline {
            checkpointer = Checkpointer(sharing: database)
        } else {
            checkpointer = try Checkpointer(path: path, options.checkpointWrites)
        }
        log = WriteAheadLog(threshold: options.checkpointPages)
        database.countFrames()
    }

    deinit { close() }

    /// Brings the store's tables, and the service's own, to the present schema.
    func migrate(_ tables: TableSchema) throws(StorageError) {
        do throws(StorageError) {
            try JournalSchema.migrate(database, with: tables)
        } catch {
            // Perhaps in a commit.
            doubt()
            throw error
        }
    }

    /// How many pages the log holds after the last commit.
    var framesInLog: Int { database.framesInLog }

    /// Prepares the hot statements; the tables must exist.
    func prepareStatements() throws(StorageError) { statements = try JournalStatements(on: database) }

    /// The hot statements, or that the store is closed.
    func requireStatements() throws(StorageError) -> JournalStatements {
        guard let statements else { throw StorageError(.unavailable, "the store is closed") }
        return statements
    }

    /// Runs `body` with the database: outside any transaction, or in the one that has changes of the service's own tables.
    func read<Result>(_ body: (Database) throws(StorageError) -> Result) throws(StorageError) -> Result {
        if !isChanging { endLookingUp() }
        return try body(database)
    }

    /// Opens one transaction for the look-ups of a batch, unless it is open already.
    ///
    /// Outside a transaction every look-up would lock and unlock the log by system calls of its own, at more than the
    /// price of the search. The next commit goes on in the same transaction. That it may stay open until then is
    /// harmless: only this connection writes, so it holds back neither new data nor the copying of the log.
    func beginLookingUp() throws(StorageError) {
        guard !database.isInTransaction else { return }
        try requireStatements().beginReading.run()
    }

    /// Opens the transaction of a batch before its rows are known, for the changes of the service's own tables.
    ///
    /// - Throws: Also when an error has ended that transaction: its changes are gone, and the next must not follow alone.
    func beginChanging() throws(StorageError) {
        try checkChanges()
        guard !isChanging else {
            if isSealed { throw StorageError(.failing, "what was changed before is on its way to the log") }
            return
        }
        if !database.isInTransaction { try requireStatements().begin.run() }
        if let capturedTables { capture = try ChangeCapture(of: capturedTables, in: database) }
        isChanging = true
    }

    /// Looks whether the service's own tables, which must exist, fit a replicated log.
    ///
    /// Also where none is followed, so that a store can join one after years.
    ///
    /// - Parameter capturing: Whether their changes are noted from now on.
    func findTables(capturing: Bool) throws(StorageError) {
        let tables = try CapturedTable.all(in: database)
        if capturing { capturedTables = tables }
    }

    /// The tables whose changes are noted.
    func requireCapturedTables() throws(StorageError) -> [CapturedTable] {
        guard let capturedTables else { throw StorageError(.failing, "the store follows no replicated log") }
        return capturedTables
    }

    /// What the open transaction has changed in the service's own tables; nothing can be changed then before its end.
    func sealChanges() throws(StorageError) -> [UInt8] {
        _ = try requireCapturedTables()
        try checkChanges()
        guard isChanging else { return [] }
        let changeset = try capture?.changeset() ?? []
        isSealed = true
        return changeset
    }

    /// Whether there are changes that have to be in a replicated log before they are committed.
    var hasUnloggedChanges: Bool { isChanging && capturedTables != nil && !isSealed }

    /// Whether there are changes that are committed with a row of a replicated log, and in no other way.
    var hasCapturedChanges: Bool { isChanging && capturedTables != nil }

    /// Makes changes in the open transaction that are committed later, with nothing else before, or discarded.
    ///
    /// - Parameter end: The position of the journal after their commit.
    /// - Throws: ``StorageError``; the transaction is taken back.
    func stage(
        upTo end: JournalPosition,
        _ body: (Database, JournalStatements) throws(StorageError) -> Void
    ) throws(StorageError) {
        try inTransaction { (database, statements) throws(StorageError) in
            try body(database, statements)
            (staged, isChanging, isSealed) = (end, true, true)
        }
    }

    /// Takes back what the open transaction has changed.
    func discardChanges() {
        guard isChanging else { return }
        dataVersion = nil
        endLookingUp()
    }

    /// Runs `body` in one durable transaction.
    ///
    /// - Throws: Any code but `commitUnknown`: nothing was applied. `commitUnknown`: this connection must not be used again.
    func transaction<Result>(
        _ body: (Database, JournalStatements) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        let result = try runTransaction(body)
        tendLog()
        return result
    }

    private func runTransaction<Result>(
        _ body: (Database, JournalStatements) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try inTransaction { (database, statements) throws(StorageError) in
            let result = try body(database, statements)
            try commit(statements)
            endChanging()
            return result
        }
    }

    /// Runs `body` in the open transaction, or in a new one, and takes it back when that fails.
    private func inTransaction<Result>(
        _ body: (Database, JournalStatements) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        let statements = try requireStatements()
        do throws(StorageError) {
            try checkChanges()
            // Asked of SQLite, not remembered: an error may have ended the look-ups' transaction, and without one each
            // insert would become durable by itself.
            if !database.isInTransaction { try statements.begin.run() }
            try requireSoleWriter(statements)
            return try body(database, statements)
        } catch {
            dataVersion = nil
            rollBack(statements)
            throw doubting(error)
        }
    }

    /// Looks at the error of a change before its transaction's end.
    ///
    /// SQLite writes pages into the log before that when its memory is full. What the disk refuses then is told once, to a
    /// statement: if the log went on, the next commit would be told that all is well, and might rest on a header that is not
    /// on the disk. And pages that the kernel could not write are read back as something else.
    ///
    /// - Returns: The error; of a page that is none, that the store fails: only one that is reopened knows whether it is damaged.
    func doubting(_ error: StorageError) -> StorageError {
        guard error.code != .commitUnknown else { return error }
        switch error.sqliteFailure {
        case .damage:
            doubt()
            return StorageError(.failing, error.message, sqliteCode: error.sqliteCode)
        case .disk:
            doubt()
            return error
        default:
            return error
        }
    }

    /// Copies the whole log into the database, so that the next write begins it again.
    ///
    /// It is not shortened: a file system may give a part of it back when the power goes before that is on the disk, and the
    /// first commits of an old log would then be applied to a database that has all of them. As it is, the old log holds what
    /// the database has, until its first sector, synced before all else, says that it is a new one.
    ///
    /// What can be read of the log must be on the disk: see ``ClosedStore``. Nothing is copied before this has been done once.
    ///
    /// - Parameter timeout: How long to wait, in milliseconds, for others who read the store, such as a backup.
    func copyWholeLog(timeout: Int32) throws(StorageError) {
        database.waitForLocks(milliseconds: timeout)
        defer { database.waitForLocks(milliseconds: 0) }
        do throws(StorageError) {
            // So that SQLite has the log open.
            _ = try database.integer("SELECT count(*) FROM sqlite_master")
            _ = try database.checkpoint(.restart)
            try database.copyLogAtClose(true)
            isDoubtful = false
        } catch {
            throw error.inUseIfBusy
        }
    }

    /// Closes the connections; as the last one of the store it leaves no log behind, if the disk lets it.
    ///
    /// - Parameter lastChange: Makes the last change of all, in a transaction of its own. When it fails, nothing of it is
    ///   there, and the store closes all the same.
    func close(finishing lastChange: ((Database) throws(StorageError) -> Void)? = nil) {
        guard !isClosed else { return }
        isClosed = true
        endLookingUp()
        // First the other connection: while it is open, ours is not the last one and could not remove the log.
        checkpointer.close()
        switch checkpointer.takeReport() {
        case .doubtful, .damaged: doubt()
        default: break
        }
        if let lastChange, !isDoubtful {
            try? runTransaction { (database, _) throws(StorageError) in try lastChange(database) }
        }
        statements = nil
        // SQLite does not close a connection that notes changes.
        capture = nil
        database.close()
    }

    private func endLookingUp() {
        if let statements { rollBack(statements) }
    }

    private func commit(_ statements: JournalStatements) throws(StorageError) {
        do throws(StorageError) {
            try statements.commit.run()
        } catch {
            // The frame that makes a transaction valid is written last, and SQLITE_FULL comes from a write: that frame is
            // not there. A busy commit has not begun to write. Of any other error, a failed sync above all, nobody knows
            // what the disk holds.
            let failure = error.sqliteFailure
            guard failure != .full, failure != .busy else { throw error }
            doubt()
            throw StorageError(.commitUnknown, "the commit failed: \(error.message)", sqliteCode: error.sqliteCode)
        }
    }

    private func doubt() {
        isDoubtful = true
        try? database.copyLogAtClose(false)
    }

    private func requireSoleWriter(_ statements: JournalStatements) throws(StorageError) {
        let present = try statements.readDataVersion()
        guard dataVersion == nil || dataVersion == present else {
            isOutdated = true
            throw StorageError(.failing, "another program has written to the store, which is reloaded")
        }
        dataVersion = present
    }

    private func checkChanges() throws(StorageError) {
        guard !isChanging || database.isInTransaction else {
            dataVersion = nil
            throw StorageError(.failing, "an earlier error has taken back what was changed before")
        }
    }

    private func endChanging() {
        isChanging = false
        isSealed = false
        staged = nil
        capture = nil
    }

    private func rollBack(_ statements: JournalStatements) {
        endChanging()
        // SQLite has already rolled back after some errors; a second time would be an error of its own.
        guard database.isInTransaction else { return }
        try? statements.rollback.run()
    }

    private func tendLog() {
        let present = framesInLog
        let copied = checkpointer.takeReport()
        switch log.committed(frames: present, copied: copied) {
        case .nothing: return
        case .copyInBackground: checkpointer.copy()
        case .finish: finishCopying(present)
        case .giveUp: giveUp(copied)
        }
    }

    /// Leaves the log as it is: the store has to be reopened, or must not be used any more.
    private func giveUp(_ copied: WriteAheadLog.Copied?) {
        if case .damaged(let error) = copied { damage = error }
        doubt()
    }

    /// Copies the last pages of the log.
    ///
    /// A failure loses nothing, so it is not the last commit's: the log simply goes on. The same when another program
    /// reads the file and so keeps a part of the log in use.
    private func finishCopying(_ present: Int) {
        let copied = try? read { $0.copyLog() }
        switch copied {
        case .upTo(let frame) where frame >= present: log.finished()
        case .doubtful, .damaged: giveUp(copied)
        case .upTo: log.finishFailed(frames: present, isHeldBack: true)
        case .failed, nil: log.finishFailed(frames: present, isHeldBack: false)
        }
    }

    /// How many times in a row a program that reads the store kept the log from starting over; each look tries it again, since
    /// nobody may write for long.
    func logHoldUps() -> Int {
        log.tryAgain()
        if log.holdUps > 0, !database.isInTransaction { tendLog() }
        return log.holdUps
    }

    private static func setUp(
        _ database: Database,
        with options: SQLiteJournalConfiguration
    ) throws(StorageError) {
        // SQLite may be built with another default, and ignores `synchronous` inside a transaction: set it here, and believe
        // only what is read back. With less than is asked for, a loss of power would take back what was answered with ok.
        let mode = try database.text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw StorageError(.unavailable, "SQLite cannot keep a write-ahead log here (mode \(mode ?? "unknown"))")
        }
        let sync = options.commitSync
        try database.execute("PRAGMA synchronous = \(sync.name); PRAGMA wal_autocheckpoint = 0")
        guard try database.integer("PRAGMA synchronous") == sync.rawValue else {
            throw StorageError(.unavailable, "SQLite refuses synchronous = \(sync.name)")
        }
        // A reader, such as a backup or the check of the whole store, makes the log grow by all that is written next to
        // it, and the next start would have to write all of it again: what is beyond the usual size is given back.
        let usual = max(1, options.checkpointPages) * 4_096
        try database.execute("PRAGMA journal_size_limit = \(WriteAheadLog.mostKept * usual)")
        try database.writeCheckpoints(options.checkpointWrites.betweenCommits)
        // Debian's SQLite overwrites deleted rows with zeros, a second write of every pruned page.
        try database.execute("PRAGMA secure_delete = OFF")
    }
}
