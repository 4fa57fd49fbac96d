package import Messages

/// The durable record of everything a service accepted: idempotency key, effect, reply and events of each write in one row,
/// and one transaction per batch.
///
/// A journal belongs to the thread that opened it: every call is synchronous and comes from there.
///
/// ## When a call fails
/// `full`, `readOnly` and `failing` mean that nothing was applied: the journal is where it was, and ``probe()``
/// tells when writing works again; reads may be refused with `unavailable` until then. After `commitUnknown` the journal refuses every call with `unavailable` until
/// ``probe()`` succeeds. The caller **must then load its state again** (``lastEntry``, ``lastSequence``,
/// ``loadLevels()``, ``storedReply(forKey:)``): the batch is there as a whole, or not at all.
package protocol Journal: AnyObject {
    /// The name of this life of the stream: a random UUID in lower case, made when the store was created or
    /// restored from a copy.
    var epoch: String { get }
    /// The number of the newest row; 0 when there has never been one.
    var lastEntry: Int { get }
    /// The newest event; 0 when there has never been one.
    var lastSequence: Int { get }
    /// The time of the newest row ever committed, in milliseconds since 1970-01-01 UTC; 0 when there has never been one.
    ///
    /// It survives restarts, and the pruning of that row.
    var lastTime: Int { get }
    /// The oldest event that can still be replayed; `lastSequence + 1` when there is none.
    var firstSequence: Int { get }
    /// The last row from before keys belonged to callers, whose key may be anybody's; 0 in a store that has always had
    /// keys of callers.
    var lastUnscopedEntry: Int { get }

    /// The levels of all items as committed, in the order of their keys' UTF-8.
    func loadLevels() throws(StorageError) -> [Level]

    /// The level of one item as committed; `nil` when there is no such item.
    func level(of item: String) throws(StorageError) -> Level?

    /// What still has to look at the store as a whole, next to its use; `nil` when that was done, or need not be.
    ///
    /// Run it once on another thread, and then ``conclude(_:)`` it. A ``probe()`` that reopens the store makes another.
    var wholeCheck: (any StoreCheck)? { get }

    /// Acts on what a check has come to: nothing while it has not ended, or when it was stopped.
    ///
    /// - Throws: What has kept the check from its end, or what keeps its success from being noted. `corrupt` when it has
    ///   found damage: the journal then refuses every call with that.
    func conclude(_ check: any StoreCheck) throws(StorageError)

    /// What was answered to the request with this key; `nil` when the key is not, or no longer, known.
    func storedReply(forKey key: String) throws(StorageError) -> StoredReply?

    /// Makes a batch durable, with all changes of a ``TableJournal``'s tables since the last commit: when the call returns, they survive a
    /// loss of power.
    ///
    /// Numbers must continue ``lastEntry`` and event sequences ``lastSequence``; a batch that does not is refused as
    /// `failing` before anything is written. Whatever is thrown, nothing of the batch is visible afterwards, except that
    /// `commitUnknown` leaves open what ``probe()`` will find.
    func commit(_ batch: JournalBatch) throws(StorageError)

    /// This worker's part in a stream that several share; `nil` for the store of a service of its own.
    var membership: (any StreamMembership)? { get }

    /// How much room it takes now; `nil` for one that has no files.
    var size: StoreSize? { get }

    /// How many times in a row a program that reads the store kept its log from starting over, so that it grows.
    ///
    /// Asking tries it again, so ask now and then.
    func logHoldUps() -> Int

    /// Reads the events that follow a position, one after the other and without a gap.
    ///
    /// - Parameters:
    ///   - sequence: The position to continue after. One that is older than `firstSequence - 1` cannot be continued
    ///     without a gap and gives nothing, so compare with ``firstSequence`` first.
    ///   - body: Takes an event and says whether to read on. It must not use the journal.
    func readEvents(after sequence: Int, _ body: (ReplayedEvent) -> Bool) throws(StorageError)

    /// The row with this number; `nil` when it does not exist or has been pruned.
    func entry(_ number: Int) throws(StorageError) -> JournalEntry?

    /// The listed rows of one method, newest first. Rows of other methods between them cost nothing.
    ///
    /// - Parameters:
    ///   - method: The method's name.
    ///   - number: Only rows below this number; `nil` starts at the newest.
    ///   - limit: The most rows to read.
    func entries(of method: String, before number: Int?, limit: Int) throws(StorageError) -> [JournalEntry]

    /// Proves by a real, small, durable write that the store works; where the disk has failed it also reopens the store.
    func probe() throws(StorageError)

    /// Deletes rows that no promise covers any more, oldest first and at most 1 000 per call.
    ///
    /// A row stays while its events are among the retained ones or its key is younger than the retention time. Ages are
    /// what these calls have seen to pass, so call it now and then.
    ///
    /// - Parameter now: Milliseconds of a clock that only goes forward and restarts with each boot of the machine
    ///   (CLOCK_BOOTTIME); never the time of day.
    /// - Returns: Whether a full 1 000 rows were deleted, so that there may be more to do now.
    func prune(now: Int) throws(StorageError) -> Bool

    /// Closes the store. Every later call is refused with `unavailable`; closing again does nothing.
    func close()
}

/// The check of a whole store next to its use, on another thread than the journal's.
package protocol StoreCheck: AnyObject, Sendable {
    /// Whether it has come to its end and found nothing.
    var isSound: Bool { get }

    /// What it has found, or what has kept it from its end; `nil` while there is neither.
    var failure: StorageError? { get }

    /// Checks the store, for as long as reading it takes; on a thread that may wait.
    func run()

    /// Makes it end soon, with nothing found, and waits for that.
    func stop()
}

extension Journal {
    package var membership: (any StreamMembership)? { nil }

    package var size: StoreSize? { nil }

    package func logHoldUps() -> Int { 0 }

    /// The events that follow a position, without a gap; see ``readEvents(after:_:)``.
    ///
    /// - Parameters:
    ///   - sequence: The position to continue after.
    ///   - limit: The most events to read.
    package func events(after sequence: Int, limit: Int) throws(StorageError) -> [EventRecord] {
        var events: [EventRecord] = []
        guard limit > 0 else { return events }
        try readEvents(after: sequence) { event in
            events.append(event.record)
            return events.count < limit
        }
        return events
    }
}
