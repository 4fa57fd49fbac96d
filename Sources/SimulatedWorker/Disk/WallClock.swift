internal import Synchronization

/// The wall clock of a machine, for those who ask for it from other threads.
package final class WallClock: Sendable {
    private let time = Atomic(0)

    /// Milliseconds since 1970-01-01 UTC.
    package var milliseconds: Int {
        get { time.load(ordering: .relaxed) }
        set { time.store(newValue, ordering: .relaxed) }
    }
}
