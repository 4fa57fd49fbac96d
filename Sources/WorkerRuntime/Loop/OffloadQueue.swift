internal import WorkerEngine

/// The queues of work away from the owner's thread: that of one does not wait for that of another.
enum OffloadQueue: Hashable, CaseIterable {
    /// What services have computed; see ``JobKind/computing``.
    case computing
    /// What services have read; see ``JobKind/reading``.
    case reading
    /// What reads the whole store, for seconds or minutes, while nobody waits for it.
    case checking

    /// The queue for a service's work.
    init(_ kind: JobKind) {
        switch kind {
        case .computing: self = .computing
        case .reading: self = .reading
        }
    }
}
