package import ReplicatedLog

/// How a worker keeps its part in a stream.
package struct ReplicationSettings: Sendable {
    /// How long the lease is good for, by the engine's clock: at most that, and some tenths of a second, without an active.
    ///
    /// An engine that learns that its holder has ended need not wait for it.
    package var lease = Duration.milliseconds(2_500)
    /// How often it is renewed, and how often a replica looks at it.
    package var renewal = Duration.seconds(1)
    /// How long an active takes writes after the last renewal that succeeded, by its own clock: less than the lease, so that it
    /// has ended before someone else begins, as long as the two clocks run about equally fast.
    package var writesWithoutRenewal = Duration.seconds(2)
    /// How often a replica reads the log when nobody tells it of new rows.
    package var poll = Duration.milliseconds(100)
    /// How often the log is asked for files that were missed.
    package var fileRetry = Duration.seconds(2)
    /// How much one read may bring.
    package var readLimit = ReadLimit(rows: 64, bytes: 8 << 20)
    /// How often one append is made again because the engine asks for it, before its writes are refused.
    package var mostConflicts = 8
    /// The first and the longest pause after something has failed.
    package var backoff = Duration.milliseconds(50) ... .seconds(3)

    /// The usual ones.
    package init() {}
}
