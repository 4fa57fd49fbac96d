import FoundationEssentials
package import Journal
import Platform

/// Where a journal lives and how long it remembers.
package struct SQLiteJournalConfiguration: Sendable {
    /// The directory of the store; made with mode 0700 when it is missing.
    package var directory: String
    /// The service's short name, such as `juice`; the files are `juice.sqlite` and `juice.lock`.
    package var service: String
    /// The levels to start from, used when the store is created and for items that are new to it.
    package var initialLevels: [Level]
    /// How the service's events add up to its levels; `nil` when they change none.
    package var balanceRule: BalanceRule?
    /// The service's own tables.
    package var tables = TableSchema.none
    /// How many of the newest events can always be replayed.
    package var retainedEvents = 10_000_000
    /// How long a key is remembered at least, in milliseconds; 7 days.
    ///
    /// It is up to a sixteenth longer, and time between two boots of the machine does not count.
    package var keyRetention = 7 * 24 * 60 * 60 * 1_000
    /// The size of the write-ahead log, in pages of 4 KiB, from which it is copied into the database.
    package var checkpointPages = 4_000
    /// How the log is then written into the database.
    package var checkpointWrites = CheckpointWrites.portioned
    /// When a commit is on the disk.
    package var commitSync = CommitSync.full
    /// The epoch of the replicated log that the store follows, the same in every store of the stream; `nil` for a store that is
    /// the only one of its stream.
    ///
    /// It is a UUID in lower case. A new store is created with it; one of another epoch, or of no log, is refused as `foreign`.
    package var replicatedEpoch: String?
    /// What that stream is called, for errors.
    package var streamName = ""
    /// Whether an existing store gets a new epoch when it is opened.
    ///
    /// For the first start of a store that was restored from a copy: it continues from an older position, and followers
    /// that have seen later events must not take its new ones for those. A new store has a new epoch anyway.
    package var startsNewEpoch = false
    /// Whether the log is copied by the owner's thread, between two commits, instead of by another.
    ///
    /// Slower, and the same every time: for runs that must be repeatable.
    package var copiesLogInline = false
    /// The boot of the machine, in which a file that was found sound stays so, and time goes on from one life to the next;
    /// `nil` trusts nothing that was found before.
    package var boot = SystemClock.bootID()
    /// The size in bytes up to which an opening checks a file as a whole, however it was left.
    package var wholeUpToBytes = CheckScope.wholeUpToBytes
    /// Makes the name of a new life of the stream: a UUID in lower case.
    package var makeEpoch: @Sendable () -> String = { UUID().uuidString.lowercased() }

    package init(
        directory: String,
        service: String,
        initialLevels: [Level] = [],
        balanceRule: BalanceRule? = nil
    ) {
        self.directory = directory
        self.service = service
        self.initialLevels = initialLevels
        self.balanceRule = balanceRule
    }
}
