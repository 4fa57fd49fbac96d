package import Journal
import SQLite
internal import Synchronization

/// The check of every page, over a connection of its own.
///
/// It reads what one commit has left. Like a backup, it keeps the log from being restarted meanwhile. It belongs to its
/// journal, which stops it before closing.
final class WholeCheck: StoreCheck {
    private struct State {
        /// Ends it, while it runs.
        var interruption: Database.Interruption?
        var isStopped = false
        var outcome: Result<Void, StorageError>?
    }

    private let files: StoreFiles
    private let configuration: SQLiteJournalConfiguration
    private let state = Mutex(State())
    /// Held while it runs, for those who wait for its end.
    private let running = Mutex(())

    init(of files: StoreFiles, _ configuration: SQLiteJournalConfiguration) {
        self.files = files
        self.configuration = configuration
    }

    var isSound: Bool {
        if case .success = outcome { true } else { false }
    }

    var failure: StorageError? {
        if case .failure(let error) = outcome { error } else { nil }
    }

    /// What it has come to; `nil` while it has not ended, and when it was stopped.
    var outcome: Result<Void, StorageError>? { state.withLock { $0.outcome } }

    func run() {
        running.withLock { _ in
            // Anyone who has stopped it may have closed the store since, and another process may have it.
            guard !state.withLock({ $0.isStopped }) else { return }
            let outcome = Result { () throws(StorageError) in try check() }
                .mapError { files.explained($0, isInUse: true) }
            state.withLock { $0.outcome = $0.isStopped ? nil : outcome }
        }
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.interruption?.interrupt()
        }
        running.withLock { _ in }
    }

    private func check() throws(StorageError) {
        let database = try Database(files.database, for: .reading, timeout: 1_000)
        // Closed last, it would have SQLite copy a log that the writer has left for the next opening.
        try database.copyLogAtClose(false)
        let interruption = database.interruption
        state.withLock { $0.interruption = interruption }
        defer {
            // In this order: a closed connection cannot be interrupted.
            state.withLock { $0.interruption = nil }
            database.close()
        }
        try database.snapshot { () throws(StorageError) in
            // SQLite forgets an interruption when no statement is in progress. This one is, from here to the end, so
            // none is lost between two others.
            try database.query("SELECT name FROM meta") { (names) throws(StorageError) in
                _ = try names.next()
                guard !state.withLock({ $0.isStopped }) else { return }
                try StructureCheck.check(database, called: files.database, configuration: configuration, scope: .whole)
                _ = try JournalCheck(database, scope: .whole, configuration: configuration).run()
            }
        }
    }
}

extension SQLiteJournal {
    /// Marks the store as sound when the check has found nothing, and gives it up when it is damaged.
    package func conclude(_ check: any StoreCheck) throws(StorageError) {
        // One that belongs to a connection which was dropped says nothing of what has been read since.
        guard let pageCheck, check === pageCheck, let outcome = pageCheck.outcome else { return }
        switch outcome {
        case .success:
            self.pageCheck = nil
            try writing(on: requireConnection()) { (database, _) throws(StorageError) in
                try JournalMeta.setSoundMark(files.identity(inBoot: configuration.boot), in: database)
            }
        case .failure(let error):
            if error.code == .corrupt {
                damage = error
                if let connection { drop(connection) }
            }
            throw error
        }
    }
}
