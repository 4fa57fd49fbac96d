package import Messages
package import Storage

/// What a read of the past sees: only what is durable.
package struct HistoryContext {
    /// The service's journal.
    package let journal: any Journal
    /// The service's name in events, such as `/juice-service`.
    package let source: String
    /// Who asks.
    package let peer: PeerAccess
    /// Told of a store that cannot be read, so that somebody looks after it.
    let onFailure: (StorageError) -> Void

    /// Runs a read of the journal and turns its failure into what a caller is told.
    ///
    /// - Throws: ``RPCError`` `STORAGE_UNAVAILABLE`.
    package func reading<Value>(_ read: (any Journal) throws(StorageError) -> Value) throws(RPCError) -> Value {
        do {
            return try read(journal)
        } catch {
            onFailure(error)
            throw RPCError(.storageUnavailable, error.message)
        }
    }
}
