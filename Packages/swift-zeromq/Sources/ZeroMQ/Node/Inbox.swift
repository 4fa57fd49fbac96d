/// What other threads leave for the owner, as a state machine; the node guards it with a lock.
///
/// The eventfd is written only for an owner that is waiting or about to: everybody who leaves something while it works
/// is seen before its next wait, and pays no system call.
struct Inbox {
    /// Something to run, and as what.
    enum Job {
        /// Isolated to an actor whose executor the node is.
        case isolated(UnownedJob)
        /// Part of a task that prefers the owner thread, see ``ZMQNode/run(_:)``.
        case task(UnownedJob, NodeTaskExecutor)
        /// No part of a task, see ``ZMQNode/execute(_:)``.
        case work(@Sendable () -> Void)
    }

    /// What the caller must do after leaving something.
    enum Wake {
        /// The owner will see it.
        case nothing
        /// Write the eventfd.
        case signal
        /// The owner is gone: start a thread that runs what is left.
        case startDrain
    }

    private enum Phase {
        case running, stopping, ended
    }

    private var phase = Phase.running
    private var isParked = false
    private var isDraining = false
    private var jobs: [Job] = []
    private var released: [Int] = []
    private var cancelled: [Int] = []
    private var starting: CheckedContinuation<Void, any Error>?
    private var stopping: CheckedContinuation<Void, Never>?

    // MARK: Any thread

    mutating func append(_ job: Job) -> Wake {
        jobs.append(job)
        return wake()
    }

    /// A task that waits for something of the node is cancelled.
    ///
    /// After the end nobody waits.
    mutating func cancel(waiter: Int) -> Wake {
        guard phase != .ended else { return .nothing }
        cancelled.append(waiter)
        return wake()
    }

    /// A socket's last reference is gone.
    ///
    /// After the end it is closed already.
    mutating func release(socket: Int) -> Wake {
        guard phase != .ended else { return .nothing }
        released.append(socket)
        return wake()
    }

    mutating func start(_ continuation: CheckedContinuation<Void, any Error>) {
        starting = continuation
    }

    mutating func stop(_ continuation: CheckedContinuation<Void, Never>) -> Wake {
        phase = .stopping
        stopping = continuation
        return wake()
    }

    private mutating func wake() -> Wake {
        if phase == .ended {
            guard !isDraining else { return .nothing }
            isDraining = true
            return .startDrain
        }
        guard isParked else { return .nothing }
        isParked = false
        return .signal
    }

    // MARK: The owner

    mutating func started() -> CheckedContinuation<Void, any Error>? {
        defer { starting = nil }
        return starting
    }

    /// Takes everything, but jobs only when the array handed in is empty; empty arrays lend their memory.
    ///
    /// `true` when the owner should stop.
    mutating func take(jobs: inout [Job], released: inout [Int], cancelled: inout [Int]) -> Bool {
        isParked = false
        if jobs.isEmpty { swap(&self.jobs, &jobs) }
        swap(&self.released, &released)
        swap(&self.cancelled, &cancelled)
        return phase == .stopping
    }

    /// Announces a wait.
    ///
    /// `false` if something was left meanwhile, so there is nothing to wait for.
    mutating func park() -> Bool {
        guard jobs.isEmpty, released.isEmpty, cancelled.isEmpty, phase == .running else { return false }
        isParked = true
        return true
    }

    /// The sockets are gone.
    ///
    /// What was left since runs on the calling thread, until ``drain(jobs:)`` says it is all.
    mutating func end() -> CheckedContinuation<Void, Never>? {
        phase = .ended
        isDraining = true
        released = []
        cancelled = []
        defer { stopping = nil }
        return stopping
    }

    /// Takes the jobs that came after the end.
    ///
    /// `false` when there are none, and the thread may go.
    mutating func drain(jobs: inout [Job]) -> Bool {
        swap(&self.jobs, &jobs)
        isDraining = !jobs.isEmpty
        return isDraining
    }
}
