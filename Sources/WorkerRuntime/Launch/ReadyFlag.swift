internal import Synchronization

/// Remembers whether the service has been SERVING: it tells a refusal to start from a failure.
final class ReadyFlag: Sendable {
    private let flag = Atomic(false)

    /// Whether it was set.
    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() {
        flag.store(true, ordering: .relaxed)
    }
}
