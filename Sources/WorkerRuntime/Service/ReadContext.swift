public import Messages
public import Storage

/// What a read sees.
public struct ReadContext<State> {
    /// The state with everything accepted so far.
    public var state: State { live.value }
    let live: LiveState<State>
    /// The moment of the turn, in milliseconds since 1970-01-01 UTC.
    public let time: Int
    /// Who asks.
    public let peer: PeerAccess
    /// The name of this life of the stream; `nil` for a service without one.
    public let epoch: String?
    /// Whether the request is part of a batch, whose answers carry no attachments and wait for no work elsewhere.
    public let isInBatch: Bool
    let store: StoreAccess

    /// Reads the service's own tables, with everything accepted so far.
    ///
    /// - Throws: ``RPCError`` `STORAGE_UNAVAILABLE`.
    public func reading<Value>(_ read: (StoredTables) throws(StorageError) -> Value) throws(RPCError) -> Value {
        try store.use(read)
    }

    /// What reads those tables on other threads, without what is not durable yet.
    ///
    /// - Throws: ``RPCError`` `STORAGE_UNAVAILABLE`.
    public func tableReader() throws(RPCError) -> TableReader {
        try store.tableReader()
    }
}
