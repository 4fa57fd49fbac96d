package import Journal
package import Messages
package import Platform

/// What a read may know of its call, and what it gives besides its result.
package struct ReadContext {
    /// The moment of the call by the wall clock, in milliseconds since 1970-01-01 UTC.
    package let time: Int
    /// Now, by the clock that nobody can set.
    package var bootMoment: BootMoment { store.bootClock() }
    /// Who asks.
    package let peer: PeerAccess
    /// Whether the request is part of a batch, whose answers carry no attachments and wait for no background job.
    package let isInBatch: Bool
    /// Whether everything accepted before was committed.
    private let isCommitted: Bool
    package let store: StoreAccess
    /// The frames that follow the JSON of the reply.
    private(set) var attachments: [[UInt8]] = []
    /// Events that were given out again, and how many were looked at for that.
    var replayed = (returned: 0, examined: 0)

    init(time: Int, peer: PeerAccess, isInBatch: Bool = false, isCommitted: Bool = false, store: StoreAccess) {
        self.time = time
        self.peer = peer
        self.isInBatch = isInBatch
        self.isCommitted = isCommitted
        self.store = store
    }

    /// The name of this life of the stream; `nil` for a service without one.
    package var epoch: String? { store.journal?.epoch }

    /// Refuses a method that cannot be part of a batch.
    ///
    /// - Throws: ``RPCError`` `INVALID_REQUEST`.
    package func requireAlone(_ method: MethodDefinition) throws(RPCError) {
        guard isInBatch else { return }
        throw RPCError(.invalidRequest, "\(method.name) cannot be part of a batch")
    }

    /// Adds a frame to the reply; not available in a batch.
    package mutating func attach(_ frame: [UInt8]) {
        attachments.append(frame)
    }

    /// Reads the service's own tables, with everything accepted so far.
    ///
    /// - Throws: ``RPCError`` `STORAGE_UNAVAILABLE`.
    package func reading<Value>(_ read: (any StoredTables) throws(StorageError) -> Value) throws(RPCError) -> Value {
        try store.use(read)
    }

    /// What reads those tables on other threads, without what is not durable yet.
    ///
    /// - Throws: ``RPCError`` `STORAGE_UNAVAILABLE`.
    package func tableReader() throws(RPCError) -> any TableReader {
        try store.tableReader()
    }

    /// Reads the journal; for methods that were registered as ``Method/Body/readCommitted(_:)``.
    ///
    /// - Throws: ``RPCError`` `STORAGE_UNAVAILABLE`; `INTERNAL` in another method, which could miss what is accepted.
    package func readingJournal<Value>(
        _ read: (any Journal) throws(StorageError) -> Value
    ) throws(RPCError) -> Value {
        guard isCommitted, let journal = store.journal else {
            throw RPCError(.internal, "the method was not registered to read the journal")
        }
        do throws(StorageError) {
            return try read(journal)
        } catch {
            throw store.refusal(error)
        }
    }
}
