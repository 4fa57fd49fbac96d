import CSQLite
import CSQLiteFileLayer
package import Journal

/// A connection to a SQLite database: everything the journal uses of SQLite, except what a row needs while it is inserted.
///
/// It belongs to one thread at a time. Statements are prepared once and kept by their text, so texts must not be put
/// together from values. No transaction is begun that was not asked for.
@safe
package final class Database {
    /// What may be done with a database.
    package enum Access {
        /// It is only read, and must exist.
        case reading
        /// It must exist.
        case writing
        /// It is made when it is missing.
        case making
    }

    /// What SQLite knows the connection by, while it is open.
    let handle: OpaquePointer
    /// By author: what one may do must not become possible because another has done it with the same text.
    private var statements = [[String: PreparedStatement]](repeating: [:], count: StatementAuthor.allCases.count)
    /// Whose statement is being prepared, where SQLite's authorizer looks.
    private let author: UnsafeMutablePointer<StatementAuthor>
    private var isClosed = false
    /// The frames in the log after the last commit, written by SQLite's hook; `nil` where nobody counts them.
    private var frames: UnsafeMutablePointer<Int>?

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: Its file.
    ///   - access: What will be done with it.
    ///   - timeout: How long to wait while another holds a lock for a moment, in milliseconds.
    package init(_ path: String, for access: Access, timeout: Int32 = 0) throws(StorageError) {
        let flags =
            switch access {
            case .reading: SQLITE_OPEN_READONLY
            case .writing: SQLITE_OPEN_READWRITE
            case .making: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        var handle: OpaquePointer?
        let result = unsafe sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard result == SQLITE_OK, let handle = unsafe handle else {
            let error = unsafe handle.map { unsafe StorageError(resultOf: $0) }
            unsafe sqlite3_close(handle)
            throw error ?? StorageError(.failing, "there is no memory to open \(path)")
        }
        unsafe self.handle = handle
        unsafe author = .allocate(capacity: 1)
        unsafe author.initialize(to: .store)
        unsafe sqlite3_set_authorizer(
            handle,
            { author, action, first, second, _, _ in
                let author = unsafe author?.assumingMemoryBound(to: StatementAuthor.self).pointee ?? .store
                guard author != .store else { return SQLITE_OK }
                let names = unsafe [first, second].map { name in unsafe name.map { unsafe String(cString: $0) } }
                return author.allows(action, names) ? SQLITE_OK : SQLITE_DENY
            },
            author
        )
        waitForLocks(milliseconds: timeout)
    }

    deinit {
        close()
        unsafe frames?.deallocate()
        unsafe author.deallocate()
    }

    /// Chooses how long to wait while another holds a lock for a moment.
    package func waitForLocks(milliseconds: Int32) { unsafe sqlite3_busy_timeout(handle, milliseconds) }

    /// Closes the connection, or has it closed when the last statement in use is not any more; again does nothing.
    package func close() {
        guard !isClosed else { return }
        isClosed = true
        for author in statements.indices { statements[author].removeAll() }
        unsafe sqlite3_close_v2(handle)
    }

    // MARK: Statements

    /// Lends the statement with this text, prepared at its first use.
    ///
    /// - Throws: ``StorageError``, also for what its author may not do.
    package func withStatement<Result>(
        _ sql: String,
        by author: StatementAuthor = .store,
        body: (PreparedStatement) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        // Taken out while it is in use: the same query may be made again for each of its rows.
        let statement: PreparedStatement
        if let known = statements[author.rawValue].removeValue(forKey: sql) {
            statement = known
        } else {
            statement = try preparing(sql, by: author) { () throws(StorageError) in
                try PreparedStatement(sql, on: self)
            }
        }
        defer { if !isClosed { statements[author.rawValue][sql] = statement } }
        return try body(statement)
    }

    /// Runs `body` while SQLite holds what it prepares to what an author may do.
    private func preparing<Result>(
        _ sql: String,
        by author: StatementAuthor,
        body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        unsafe self.author.pointee = author
        defer { unsafe self.author.pointee = .store }
        do throws(StorageError) {
            return try body()
        } catch {
            guard let code = error.sqliteCode, code & 0xff == SQLITE_AUTH else { throw error }
            let message = "a statement of a service may only change its own tables: \(sql)"
            throw StorageError(.failing, message, sqliteCode: code)
        }
    }

    /// Runs `body` with a query, which it takes from row to row.
    package func query<Result>(
        _ sql: String,
        _ values: [StoredValue] = [],
        body: (PreparedStatement) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try withStatement(sql) { (statement) throws(StorageError) in try statement.run(with: values, body) }
    }

    /// What `read` makes of the first row of a query; `nil` when there is none.
    package func first<Value>(
        _ sql: String,
        _ values: [StoredValue] = [],
        read: (PreparedStatement) throws(StorageError) -> Value
    ) throws(StorageError) -> Value? {
        try query(sql, values) { (row) throws(StorageError) in try row.next() ? read(row) : nil }
    }

    /// The number in the first column of the first row; `nil` when there is none.
    package func integer(_ sql: String, _ values: [StoredValue] = []) throws(StorageError) -> Int? {
        try first(sql, values) { $0.isNull(at: 0) ? nil : $0.integer(at: 0) } ?? nil
    }

    /// The text in the first column of the first row; `nil` when there is none.
    package func text(_ sql: String, _ values: [StoredValue] = []) throws(StorageError) -> String? {
        try first(sql, values) { $0.text(at: 0) } ?? nil
    }

    /// Runs a statement to its end.
    package func change(_ sql: String, _ values: [StoredValue] = []) throws(StorageError) {
        try query(sql, values) { (row) throws(StorageError) in
            while try row.next() {}
        }
    }

    /// Runs one or several statements without values, which are not kept.
    package func execute(_ sql: String, by author: StatementAuthor = .store) throws(StorageError) {
        try preparing(sql, by: author) { () throws(StorageError) in
            guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
                throw unsafe StorageError(resultOf: handle)
            }
        }
    }

    /// How many rows the last statement has changed.
    package var changedRows: Int { unsafe Int(sqlite3_changes(handle)) }

    /// How many rows have been changed since the connection was opened.
    package var allChangedRows: Int { unsafe Int(sqlite3_total_changes(handle)) }

    // MARK: Transactions

    /// Whether a transaction is open; an error may have ended one.
    package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Runs `body` in one transaction, which is taken back when it throws.
    package func transaction<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        try change("BEGIN IMMEDIATE")
        do throws(StorageError) {
            let result = try body()
            try change("COMMIT")
            return result
        } catch {
            if isInTransaction { try? change("ROLLBACK") }
            throw error
        }
    }

    /// Runs `body` with what the last commit has left, which stays the same until it returns.
    package func snapshot<Result>(_ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        try change("BEGIN")
        // A failed reading has nothing to take back, and the next one would learn it.
        defer { try? change("ROLLBACK") }
        return try body()
    }

    // MARK: The whole

    /// Chooses whether SQLite copies the log into the database when this connection is closed as the last one.
    package func copyLogAtClose(_ copies: Bool) throws(StorageError) {
        let result = unsafe csqlite_set_copies_log_at_close(handle, copies)
        guard result == SQLITE_OK else { throw StorageError(result, "SQLite does not take the settings of the log") }
    }

    /// How a connection writes what it copies of a log: see CSQLiteFileLayer.h.
    package enum CheckpointWriting {
        /// Page by page, as SQLite does.
        case plain
        /// With room made for many pages at once.
        case withRoom
        /// With room, and a portion at a time.
        case portioned

        fileprivate var code: csqlite_checkpoint_writes {
            switch self {
            case .plain: csqlite_checkpoint_plain
            case .withRoom: csqlite_checkpoint_with_room
            case .portioned: csqlite_checkpoint_portioned
            }
        }
    }

    /// Chooses how this connection writes what it copies of the log into the database.
    ///
    /// - Throws: ``StorageError``, also when our file layer, which syncs what is copied, is not under the connection.
    package func writeCheckpoints(_ writes: CheckpointWriting) throws(StorageError) {
        let result = unsafe csqlite_set_checkpoint_writes(handle, writes.code)
        guard result == SQLITE_OK else { throw StorageError(result, "SQLite does not use the file layer of the store") }
    }

    /// Counts the frames that each commit leaves in the log, instead of copying a long log inside a commit.
    package func countFrames() {
        guard unsafe frames == nil else { return }
        let frames = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        unsafe frames.initialize(to: 0)
        unsafe self.frames = frames
        unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, frames in
                unsafe context?.assumingMemoryBound(to: Int.self).pointee = Int(frames)
                return SQLITE_OK
            },
            frames
        )
    }

    /// How many frames the log has after the last commit; 0 where nobody counts them.
    package var framesInLog: Int { unsafe frames?.pointee ?? 0 }

    /// How far the log is copied, and whom that waits for: https://www.sqlite.org/c3ref/wal_checkpoint_v2.html.
    package enum CheckpointMode {
        /// As far as nobody reads what it would replace.
        case passive
        /// All of it, so that the next commit begins the log again.
        case restart
        /// All of it, and the log is made empty.
        case truncate

        fileprivate var code: Int32 {
            switch self {
            case .passive: SQLITE_CHECKPOINT_PASSIVE
            case .restart: SQLITE_CHECKPOINT_RESTART
            case .truncate: SQLITE_CHECKPOINT_TRUNCATE
            }
        }
    }

    /// Copies the log into the database.
    ///
    /// - Returns: How many frames of the log, from its beginning, are in the database now.
    package func checkpoint(_ mode: CheckpointMode) throws(StorageError) -> Int {
        var copied: Int32 = 0
        guard unsafe sqlite3_wal_checkpoint_v2(handle, "main", mode.code, nil, &copied) == SQLITE_OK else {
            throw unsafe StorageError(resultOf: handle)
        }
        return Int(copied)
    }

    /// Makes what the database holds durable.
    package func sync() throws(StorageError) { unsafe try OpenFile(databaseOf: handle).sync() }

    /// Copies all of it into another database in one step, which is one transaction of reading.
    package func copy(to other: Database) throws(StorageError) {
        guard let copying = unsafe sqlite3_backup_init(other.handle, "main", handle, "main") else {
            throw unsafe StorageError(resultOf: other.handle)
        }
        let result = unsafe sqlite3_backup_step(copying, -1)
        unsafe sqlite3_backup_finish(copying)
        guard result == SQLITE_DONE else { throw StorageError(result, "the database cannot be copied") }
    }

    /// What ends the statement in progress from another thread.
    package var interruption: Interruption { unsafe Interruption(handle: handle) }

    /// Ends statements of a connection, from any thread and as long as the connection is open.
    ///
    /// Source: https://www.sqlite.org/c3ref/interrupt.html
    @safe
    package struct Interruption: Sendable {
        nonisolated(unsafe) fileprivate let handle: OpaquePointer

        /// Ends the statements that are in progress now.
        package func interrupt() { unsafe sqlite3_interrupt(handle) }
    }
}
