package import Messages
package import Storage

/// What a read sees; to be used while the method that got it runs.
package struct ReadContext<State> {
    let live: LiveState<State>

    /// The state with everything accepted so far.
    package var state: State { live.value }
    /// The moment of the turn, in milliseconds since 1970-01-01 UTC.
    package var time: Int { live.time }
    /// Who asks.
    package var peer: PeerAccess { live.peer }
    /// The name of this life of the stream; `nil` for a service without one.
    package var epoch: String? { live.journal?.epoch }
    /// Whether the request is part of a batch, whose answers carry no attachments and wait for no work elsewhere.
    package var isInBatch: Bool { live.isInBatch }

    /// Reads the service's own tables, with everything accepted so far.
    ///
    /// - Throws: ``RPCError`` `STORAGE_UNAVAILABLE`.
    package func reading<Value>(_ read: (StoredTables) throws(StorageError) -> Value) throws(RPCError) -> Value {
        try live.store.use(read)
    }

    /// What reads those tables on other threads, without what is not durable yet.
    ///
    /// - Throws: ``RPCError`` `STORAGE_UNAVAILABLE`.
    package func tableReader() throws(RPCError) -> TableReader {
        try live.store.tableReader()
    }
}
