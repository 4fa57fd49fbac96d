package import Journal
package import Messages
internal import Platform

/// How a service's methods get to its own tables, and whether the store can be used.
package final class StoreAccess {
    let journal: (any Journal)?
    /// The clock that nobody can set, for how old something is.
    let bootClock: () -> BootMoment
    /// The service's tables; `nil` for one that keeps none.
    let tables: (any StoredTables)?
    private let reader: (any TableReader)?
    /// Why the store cannot be used; `nil` while it can.
    var failure: StorageError?

    /// - Throws: ``StorageError`` `unavailable` when the service keeps tables and the journal can keep none.
    init(
        _ journal: (any Journal)?,
        hasTables: Bool,
        bootClock: @escaping () -> BootMoment
    ) throws(StorageError) {
        self.journal = journal
        self.bootClock = bootClock
        let keeping = hasTables ? journal as? any TableJournal : nil
        guard !hasTables || keeping != nil else {
            throw StorageError(.unavailable, "the service keeps tables, and its journal can keep none")
        }
        tables = keeping?.tables
        reader = keeping?.tableReader
    }

    /// Refuses what another worker of the stream has to decide.
    ///
    /// - Throws: ``RPCError`` `NOT_ACTIVE`, or `STORAGE_UNAVAILABLE` while nobody can decide it.
    func requireTurn() throws(RPCError) {
        if let refusal = journal?.membership?.refusal { throw RPCError(refusal, isApplied: false) }
    }

    /// What reads the tables on other threads.
    func tableReader() throws(RPCError) -> any TableReader {
        guard let reader else { throw refusal(Self.noTables) }
        return reader
    }

    /// Runs `body` with the tables and turns a failure of the store into what a caller learns.
    package func use<Value>(_ body: (any StoredTables) throws(StorageError) -> Value) throws(RPCError) -> Value {
        do throws(StorageError) {
            guard let tables else { throw Self.noTables }
            return try body(tables)
        } catch {
            throw refusal(error)
        }
    }

    private static let noTables = StorageError(.unavailable, "the service keeps no tables")

    /// Takes note of a failure, whatever a method makes of it; no write is taken until ``Ledger/recover()`` has
    /// succeeded.
    ///
    /// - Returns: What a caller learns.
    func refusal(_ error: StorageError) -> RPCError {
        failure = failure ?? error
        return RPCError(.storageUnavailable, error.message)
    }
}
