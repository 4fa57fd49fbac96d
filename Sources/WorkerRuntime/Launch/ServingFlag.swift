internal import Synchronization

/// Remembers whether the service has begun to answer: it tells a refusal to start from a failure.
final class ServingFlag: Sendable {
    private let flag = Atomic(false)

    /// Whether it was set.
    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() {
        flag.store(true, ordering: .relaxed)
    }
}
