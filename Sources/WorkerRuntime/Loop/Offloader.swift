internal import Dispatch
internal import WorkerEngine

/// Does work on other threads than the owner's, a few at a time, by a task that its owner runs.
final class Offloader: Sendable {
    /// One piece of work, and the number under which its end is reported.
    private typealias Job = (id: Int, work: @Sendable () -> Void)

    private let computing = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .unbounded)
    private let reading = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .unbounded)
    private let checking = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .unbounded)

    // Without a bound here: anyone who submits has bounded what waits already.
    private func jobs(of kind: JobKind) -> (stream: AsyncStream<Job>, continuation: AsyncStream<Job>.Continuation) {
        switch kind {
        case .computing: computing
        case .reading: reading
        case .checking: checking
        }
    }

    /// Hands a piece of work over; from any thread.
    func submit(_ id: Int, of kind: JobKind, work: @escaping @Sendable () -> Void) {
        jobs(of: kind).continuation.yield((id, work))
    }

    /// Lets ``run(_:atOnce:done:)`` return when everything that was submitted is done.
    func finish() {
        for kind in JobKind.allCases { jobs(of: kind).continuation.finish() }
    }

    /// Does what is submitted of a kind, until ``finish()`` or until the task is cancelled; what runs then is waited for.
    ///
    /// - Parameters:
    ///   - kind: Which.
    ///   - atOnce: How many pieces of it run at the same time.
    ///   - done: Called for each piece that is done.
    func run(_ kind: JobKind, atOnce: Int, done: @escaping @Sendable (_ id: Int) async -> Void) async {
        let threads = OffloaderThreads()
        let jobs = self.jobs(of: kind).stream
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for await job in jobs {
                if running >= atOnce {
                    await group.next()
                    running -= 1
                }
                group.addTask(executorPreference: threads) {
                    job.work()
                    await done(job.id)
                }
                running += 1
            }
        }
    }
}

/// Threads for work that computes for long or waits for a disk, which Swift's own pool has none to spare for.
final class OffloaderThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "jangteo.offloader", qos: .utility, attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
