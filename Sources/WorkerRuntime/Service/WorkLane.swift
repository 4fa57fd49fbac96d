/// What work away from the owner's thread mostly does: work of one lane does not wait for that of another.
public enum WorkLane: Sendable, Hashable, CaseIterable {
    /// It computes, for some tenths of a second or longer.
    case computing
    /// It waits for a disk, for some milliseconds.
    case reading
}
