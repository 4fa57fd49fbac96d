/// Everything that becomes durable in one transaction.
public struct JournalBatch: Sendable {
    /// The rows to add, in order.
    public var entries: [PendingEntry]
    /// The levels these rows changed, each once, with its final values.
    ///
    /// An item the journal does not know yet starts from quantity 0 and version 0, and its events must add up from there.
    public var levels: [Level]
    /// When the batch is committed, in milliseconds since 1970-01-01 UTC; also the time of all its events.
    public var time: Int

    /// Creates a batch.
    public init(entries: [PendingEntry], levels: [Level], time: Int) {
        self.entries = entries
        self.levels = levels
        self.time = time
    }
}
