internal import Synchronization

/// Carries what a maintenance task came to from the thread that did the work to the owner's.
final class MaintenanceOutcome: Sendable {
    private let result = Mutex<Result<MaintenanceTask.Conclusion, any Error>?>(nil)

    /// Does the work and keeps what came of it.
    func run(_ work: () throws -> MaintenanceTask.Conclusion) {
        let result = Result(catching: work)
        self.result.withLock { $0 = result }
    }

    /// What came of it; `nil` before it was done.
    func take() throws -> MaintenanceTask.Conclusion? {
        try result.withLock { $0 }?.get()
    }
}
