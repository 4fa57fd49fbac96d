/// The log of one stream, kept by an engine that replicates it: what one worker can do with it.
///
/// The log is the truth. A stream has one writer at a time, who holds its lease: every row carries the writer's **term**, a
/// number that each takeover raises, and the engine takes a row only at the position behind the last one and only while the
/// lease has the row's term. So a former writer that wakes up is refused (fenced) whatever its clock says; the lease's time decides only
/// when someone else may take over.
///
/// ## How calls are made
/// A log belongs to one thread, its owner's. No call waits: each takes a callback, which is called **exactly once, on the
/// owner's thread, after the call has returned**. Calls are done in the order in which they were made.
///
/// Callbacks, not `async` functions: the owner is a loop that decides a batch, hands it over and goes on with its sockets, so a
/// suspended task would need an executor, a hop for each append and an order that the scheduler chooses. A simulation calls
/// the same loop from its own queue of events, one thread and no executor, and replays it from a seed.
///
/// ## When a call fails
/// ``LogError`` says why and what to do; nothing was done unless the code is `lost` or `closed`, or `notDurable`, which an engine
/// may be found to be by taking or renewing its lease. What a write came to is an outcome of its own:
/// ``AppendOutcome``. An implementation repeats what the engine asks it to repeat, reconnects by itself, and never repeats an append
/// whose outcome it does not know.
package protocol ReplicatedLog: AnyObject {
    /// Which stream, and as whom.
    var identity: LogIdentity { get }

    // MARK: Stream

    /// Finds the epoch of the stream, under which all its workers know it.
    ///
    /// - Parameter proposal: Its epoch from now on when nobody has opened it before: a random UUID in lower case.
    func openStream(epoch proposal: String, _ done: @escaping (Result<String, LogError>) -> Void)

    // MARK: Rows

    /// Adds one row, durable on as many machines as the engine is set up for.
    ///
    /// - Parameter row: A row of this worker, under the term of its lease, at the position behind the last one; 1 is the
    ///   first of the stream.
    func append(_ row: LogRow, done: @escaping (AppendOutcome) -> Void)

    /// Takes an append back that has not been sent to the engine, because there is no connection for instance: it fails, for the reason
    /// that kept it, and nothing of it is done. One that was sent is left alone.
    ///
    /// - Returns: Whether one was taken back.
    func withdrawAppend() -> Bool

    /// Waits until the system has taken what was asked for, at most some milliseconds; callbacks are called meanwhile.
    ///
    /// For a caller who has something else to do before its loop goes on: until then the engine would lack the end of it.
    func flush()

    /// Reads the rows that follow a position, checked: contiguous, and each as it was written.
    ///
    /// Who comes back, or goes on over another engine, begins with the last row it knows and compares it: an engine that has lost
    /// what it had confirmed may have other rows at the same positions, and more of them.
    ///
    /// - Parameters:
    ///   - position: The position to continue after; 0 for the beginning.
    ///   - limit: How much to read at most.
    func read(
        after position: Int,
        limit: ReadLimit,
        _ done: @escaping (Result<ReadOutcome, LogError>) -> Void
    )

    /// Where the log begins and ends now.
    func readBounds(_ done: @escaping (Result<LogBounds, LogError>) -> Void)

    /// Deletes rows before a position, oldest first, and at most ``LogBounds/rowsPerPrune`` of them a call.
    ///
    /// Never a row that the newest complete snapshot does not cover, and never the last row.
    ///
    /// - Parameter position: The first row to stay.
    func prune(before position: Int, _ done: @escaping (Result<PruneOutcome, LogError>) -> Void)

    // MARK: Lease

    /// The lease as it is; `nil` when nobody has ever had it.
    func readLease(_ done: @escaping (Result<Lease?, LogError>) -> Void)

    /// Takes the lease under a new term when nobody holds it, when it has run out, when this writer holds it already, or when
    /// ``readLease(_:)`` has said that its holder has ended.
    ///
    /// Also when it is good for longer than ``duration``, which all workers of a stream ask for: it was given before the engine's
    /// clock was set back. Its holder may be there and about to renew it, so who asks gives it the time of one lease first.
    ///
    /// It waits for an append that the engine is still at, so that what is read afterwards is the whole log.
    ///
    /// - Parameters:
    ///   - endpoints: Where clients find this worker; a text that the log only keeps.
    ///   - duration: How long it is good for, by the engine's clock.
    func acquireLease(
        endpoints: String,
        for duration: Duration,
        _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void
    )

    /// Makes the lease run out later, by the engine's clock, under the same term.
    ///
    /// Also when it has run out and nobody has taken it.
    ///
    /// - Parameter row: The last row that this worker has. An engine that lacks it, or has another one, has lost what it had
    ///   confirmed, which is the error then: `lostCommits`.
    func renewLease(
        term: Int,
        for duration: Duration,
        knowing row: KnownRow,
        _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void
    )

    /// Halts the stream, because the engine has lost rows: from now on nobody gets the lease, and no row is added, until the
    /// stream gets a new epoch. One that is halted already stays so for the former reason.
    ///
    /// - Parameters:
    ///   - reason: What is missing and who says so, for people.
    ///   - epoch: The epoch under which this worker has those rows: under another one their loss was accepted.
    func halt(because reason: String, in epoch: String, _ done: @escaping (Result<HaltOutcome, LogError>) -> Void)

    /// Gives the lease up, so that anybody can take it at once.
    ///
    /// Rows of this term are taken until someone does.
    func releaseLease(term: Int, _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void)

    /// Gives the lease to another worker, under a new term: nothing of the present term is taken any more.
    ///
    /// The successor learns of it by ``readLease(_:)``.
    func handOverLease(
        term: Int,
        to successor: LeaseHolder,
        for duration: Duration,
        _ done: @escaping (Result<LeaseOutcome, LogError>) -> Void
    )

    // MARK: Snapshots

    /// Stores one part of a snapshot that this writer makes; storing it again replaces nothing.
    func storePart(_ part: SnapshotPart, done: @escaping (Result<Void, LogError>) -> Void)

    /// Makes a snapshot that others can see, once all its parts are stored.
    ///
    /// - Parameter snapshot: One of this writer's.
    func completeSnapshot(_ snapshot: Snapshot, done: @escaping (Result<SnapshotOutcome, LogError>) -> Void)

    /// The complete snapshots, the one with the highest position first.
    func listSnapshots(_ done: @escaping (Result<[Snapshot], LogError>) -> Void)

    /// One part of a complete snapshot, checked.
    ///
    /// - Parameter number: 1…``Snapshot/parts``.
    func readPart(
        _ number: Int,
        of snapshot: Snapshot,
        done: @escaping (Result<SnapshotPart, LogError>) -> Void
    )

    /// Deletes all but the newest complete snapshots, and parts that nobody completed at positions before those.
    ///
    /// - Parameter count: How many to keep, at least 1.
    func pruneSnapshots(keeping count: Int, _ done: @escaping (Result<Void, LogError>) -> Void)

    // MARK: Blobs

    /// Stores bytes under their hash; they are there for every stream. Storing them again does nothing.
    func putBlob(_ bytes: [UInt8], done: @escaping (Result<BlobHash, LogError>) -> Void)

    /// The bytes with a hash, checked; `nil` when there are none.
    func readBlob(_ hash: BlobHash, done: @escaping (Result<[UInt8]?, LogError>) -> Void)

    // MARK: End

    /// Ends the log. Calls that are in progress end with `closed`, an append that may have been taken with `unknown`.
    func close()
}
