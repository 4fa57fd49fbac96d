package import ReplicatedLog

/// What a ``StreamMember`` wants done.
///
/// Each is answered by the method that it names.
package enum MemberAction: Sendable, Hashable {
    // MARK: Of the log

    /// Read what follows a position; ``StreamMember/didRead(_:at:)``.
    case read(after: Int)
    /// Look at the lease; ``StreamMember/didReadLease(_:at:)``.
    case readLease
    /// Take the lease; ``StreamMember/didAcquire(_:at:)``.
    case acquireLease
    /// Renew the lease, next to what else is in progress; ``StreamMember/didRenew(_:term:at:)``.
    case renewLease(term: Int)
    /// Add a row; ``StreamMember/didAppend(_:at:)``.
    case append(LogRow)
    /// Find out what became of an append; ``StreamMember/didResolve(_:at:)``.
    case resolve(position: Int, term: Int)
    /// Give the lease to another worker, or up; ``StreamMember/didHandOver(_:at:)``.
    case handOver(term: Int, to: LeaseHolder?)

    /// Halt the stream, whose engine has lost rows, before anything else; ``StreamMember/didHalt(_:at:)``.
    case halt(String)

    // MARK: Of the store, whose answer is ``StreamMember/didStore(_:failure:at:)``

    /// Apply rows in their order, each in a transaction of its own, and end with the first that fails.
    case apply([LogRow])
    /// Commit what was decided, which is in the log as this row, and then tell its callers.
    case commit(LogRow)
    /// Find out whether the store works again.
    case repairStore

    // MARK: Of what was decided, without an answer

    /// Take it back, and refuse it: nothing of it is in the log, and nothing will be.
    case takeBack(WriteRefusal)
    /// Take it back, and say that nobody knows: it may be in the log.
    case leaveUnknown(String)

    // MARK: Of the worker, without an answer

    /// The rows that are missing were pruned: install a snapshot at this position or later, and say so by
    /// ``StreamMember/didInstallSnapshot(_:at:)``.
    case needSnapshot(from: Int)
    /// Serve nothing any more; nothing is done by itself from now on.
    case stop(StopReason)
}

/// Why a write is not taken; nothing of it was done.
package enum WriteRefusal: Error, Sendable, Hashable {
    /// Another worker has the stream, or is about to; where it is found, if that is known.
    case notActive(LeaseHolder?)
    /// Nobody can say now who takes it, or this worker is not ready yet, for this reason.
    case notServing(String)
    /// Another row has the place that was meant for it: to be decided again when that row was applied.
    case superseded
    /// What was decided before is not in the log yet.
    case busy
    /// The log does not take it, whoever asks.
    case invalid(String)
}

/// Why a worker has no part in its stream any more.
package enum StopReason: Error, Sendable, Hashable, CustomStringConvertible {
    /// The log is not what it was, or cannot be used with what this worker is or knows.
    case log(LogError)
    /// The store cannot follow the log.
    case store(String)
    /// The stream has a new epoch: to serve under it the worker restarts.
    case newEpoch(String)

    /// What happened, and what to do.
    package var description: String {
        switch self {
        case .log(let error): error.description
        case .store(let message): message
        case .newEpoch(let epoch): "The stream has a new epoch, \(epoch): started again, this worker serves under it"
        }
    }
}

/// What has kept a store from taking rows.
package enum StoreFailure: Sendable, Hashable {
    /// It may work again: the disk is full or fails, or a commit has no known outcome.
    case transient(String)
    /// It cannot be a store of this stream: the row or the store is damaged, or they do not belong together.
    case permanent(String)
    /// It has taken a row behind which the stream has this epoch, and nothing behind it.
    case newEpoch(String)
}
