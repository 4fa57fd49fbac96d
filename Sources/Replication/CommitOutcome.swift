/// What became of a batch that was to be committed.
package enum CommitOutcome: Sendable, Hashable {
    /// It is in the log and in the store.
    case committed
    /// Nothing of it was done, and it was taken back.
    case refused(WriteRefusal)
    /// It was taken back, and may be in the log all the same, for this reason; a key finds out.
    case unknown(String)
}
