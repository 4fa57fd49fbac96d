/// How far a store has come.
package struct StoreSummary: Sendable, Hashable {
    /// The life of its stream.
    package let epoch: String
    /// The number of its newest row; 0 when there has never been one.
    package let lastEntry: Int
    /// Its newest event; 0 when there has never been one.
    package let lastSequence: Int
    /// The time of its newest row, in milliseconds since 1970-01-01 UTC; 0 when there has never been one.
    package let lastTime: Int

    /// Creates a summary; the parameters are the properties of the same names.
    package init(epoch: String, lastEntry: Int, lastSequence: Int, lastTime: Int) {
        self.epoch = epoch
        self.lastEntry = lastEntry
        self.lastSequence = lastSequence
        self.lastTime = lastTime
    }

    init(_ meta: JournalMeta, _ position: JournalPosition) {
        self.init(
            epoch: meta.epoch,
            lastEntry: position.lastEntry,
            lastSequence: position.lastSequence,
            lastTime: position.lastTime
        )
    }

    /// Whether something was written to this store that the other one lacks.
    package func isNewer(than other: StoreSummary) -> Bool {
        // Of two lives the numbers say nothing; the times of writes never go back.
        lastTime > other.lastTime || (epoch == other.epoch && lastEntry > other.lastEntry)
    }
}
