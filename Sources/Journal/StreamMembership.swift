/// A worker's part in a stream that several workers share: one takes writes, the others follow.
package protocol StreamMembership: AnyObject {
    /// Why no write is taken now: ``StorageError`` with `notActive` or `notServing`; `nil` while one is.
    var refusal: StorageError? { get }
    /// The part as it is now.
    var status: StreamStatus { get }

    /// Begins to follow, and to take the part of the active when it is free.
    ///
    /// - Parameter observe: Called with what happens, from now on.
    func start(_ observe: @escaping (StreamNotice) -> Void)
    /// Hears that someone waits for rows that others may have written.
    func followNow()
    /// Makes a snapshot for workers that come later, and prunes the log behind it, when this worker is a replica and
    /// this many rows have come since the newest.
    ///
    /// - Parameters:
    ///   - rows: How many, from 1 on.
    ///   - offload: Does work on another thread, and calls back on this one.
    ///   - report: Gets the row of the snapshot, or why there is none, and why what it makes needless could not be deleted; not called when
    ///     none was due.
    func makeSnapshotIfDue(
        every rows: Int,
        offload: @escaping StreamOffload,
        report: @escaping (Result<Int, StorageError>) -> Void
    )
    /// Gives the stream up, so that another worker takes it; no write is taken from now on.
    func handOver()
}

/// What a worker's part in a stream reports.
package enum StreamNotice {
    /// The store has rows that this worker has not decided itself, or lacks some that it had decided: state is to be loaded again.
    ///
    /// Reported between two commits.
    case followed
    /// The log begins to refuse what this worker asks of it, with what is wrong and what to do; `nil` when it works again.
    case trouble(String?)
    /// This worker can have no part any more; once, with the reason and what to do.
    case ended(StorageError)
    /// The log has lost files that rows name: they are missing here, and the rows are applied.
    case absentFiles([FileHash])
    /// This worker has all that was in the log when it came; once.
    case following
}

/// Does work on another thread, and then calls back on the owner's.
package typealias StreamOffload = (_ work: @escaping @Sendable () -> Void, _ done: @escaping () -> Void) -> Void

/// A worker's part in a stream at one moment.
package struct StreamStatus: Sendable, Hashable {
    /// What a worker is.
    package enum Part: String, Sendable, Hashable {
        /// It takes writes.
        case active
        /// It follows.
        case replica
        /// It is between the two, or has ended.
        case changing
    }

    /// What it is.
    package let part: Part
    /// The newest term that it knows of; 0 when there has been none.
    package let term: Int
    /// The last row of the log that it has.
    package let position: Int
    /// How many rows of the log it does not have yet, as far as it knows.
    package let lag: Int
    /// For how long it has heard nothing of the log: how old may be what it shows.
    package let silence: Duration
    /// Whether that is longer than it is for a worker that follows: others may know more.
    package let isCutOff: Bool
    /// The row of the newest snapshot that it knows of; 0 when there is none.
    package let snapshot: Int
    /// Whether it makes one now.
    package let isMakingSnapshot: Bool
    /// How often it could not make one that was due, or delete what one makes needless.
    package let snapshotFailures: Int

    package init(
        part: Part,
        term: Int,
        position: Int,
        lag: Int,
        silence: Duration = .zero,
        isCutOff: Bool = false,
        snapshot: Int = 0,
        isMakingSnapshot: Bool = false,
        snapshotFailures: Int = 0
    ) {
        self.part = part
        self.term = term
        self.position = position
        self.lag = lag
        self.silence = silence
        self.isCutOff = isCutOff
        self.snapshot = snapshot
        self.isMakingSnapshot = isMakingSnapshot
        self.snapshotFailures = snapshotFailures
    }
}
