package import Journal
package import Messages
package import Platform
package import WireJSON

/// What a write leaves behind besides its result: events and levels, durable together with it or not at all.
package struct WriteContext {
    /// The id of this write: an opaque text, never used for another write of the same store.
    package let id: String
    /// The moment of the iteration by the wall clock, in milliseconds since 1970-01-01 UTC.
    ///
    /// For people: the clock may be set, so that it can be earlier than that of an older write. How old something is,
    /// tell by ``bootMoment``.
    package let time: Int
    /// Who asked for it.
    package let peer: PeerAccess
    /// Whether the write can be found again by `entries(of:before:limit:)` of the journal.
    package var isListed = false
    /// What to remember as the result instead of what is sent, for one with a secret in it; one complete JSON value.
    ///
    /// The same key is then answered with this.
    package var storedResult: [UInt8]?

    /// Now, by the clock that nobody can set.
    package var bootMoment: BootMoment { store.bootClock() }

    package let store: StoreAccess
    var drafts: WriteDrafts

    init(id: String, time: Int, peer: PeerAccess, store: StoreAccess, drafts: consuming WriteDrafts) {
        self.id = id
        self.time = time
        self.peer = peer
        self.store = store
        self.drafts = drafts
    }

    /// Gives back the memory for the next write's events and levels; those of this one are gone.
    mutating func takeDrafts() -> WriteDrafts {
        var taken = WriteDrafts()
        swap(&taken, &drafts)
        taken.removeAll()
        return taken
    }

    /// Reads and changes the service's own tables; durable together with the write, or not at all.
    ///
    /// - Throws: ``RPCError`` `STORAGE_UNAVAILABLE`; nothing of the write is then done, whatever its body makes of it.
    package func storing<Value>(_ body: (any StoredTables) throws(StorageError) -> Value) throws(RPCError) -> Value {
        try store.use(body)
    }

    /// Adds an event.
    ///
    /// - Parameters:
    ///   - type: Its type, such as `juice.stock.changed`.
    ///   - subject: What it is about; together with the type at most 62 bytes, so that the topic fits into 64, without
    ///     dots, blanks and control characters. Of a guarded service, another one fails the whole write.
    ///   - data: Its data.
    package mutating func emit(type: String, subject: String, data: some JSONWritable) {
        drafts.events.append(type: type, subject: subject) { data.write(to: &$0) }
    }

    /// Says what an item's level is now.
    package mutating func setLevel(of item: String, quantity: Int, version: Int) {
        drafts.levels.append(Level(item: item, quantity: quantity, version: version, sequence: nil))
    }

    /// Says that what it has changed in the service's tables names a file, one of ``WorkerService/contentFiles``.
    ///
    /// Other workers of the stream then have that file before they have the change.
    package mutating func name(_ file: FileHash) {
        drafts.files.append(file)
    }

    /// Has the position of a subject's newest event kept, also where its events add up to no level.
    ///
    /// The subject is one of ``WorkerService/initialLevels``. For a guarded service it is done without this.
    package mutating func keepPosition(of subject: String) {
        drafts.levels.append(.position(of: subject))
    }
}
