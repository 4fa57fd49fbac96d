/// The queues of work away from the owner's thread: that of one does not wait for that of another.
enum OffloadLane: Hashable, CaseIterable {
    /// What services have computed; see ``WorkLane/computing``.
    case computing
    /// What services have read; see ``WorkLane/reading``.
    case reading
    /// What reads the whole store, for seconds or minutes, while nobody waits for it.
    case checking

    /// The queue for a service's work.
    init(_ lane: WorkLane) {
        switch lane {
        case .computing: self = .computing
        case .reading: self = .reading
        }
    }
}
