/// Has work done on other threads than the owner's, a few at a time, by a task that its owner runs.
final class Offloader: Sendable {
    /// One piece of work.
    struct Job: Sendable {
        /// Under which number its end is told.
        let id: Int
        let work: @Sendable () -> Void
    }

    private let jobs: AsyncStream<Job>
    private let continuation: AsyncStream<Job>.Continuation

    init() {
        // Without a bound here: whoever submits has bounded what waits already.
        (jobs, continuation) = AsyncStream.makeStream(of: Job.self, bufferingPolicy: .unbounded)
    }

    /// Hands a piece of work over; from any thread.
    func submit(_ job: Job) {
        continuation.yield(job)
    }

    /// Lets ``run(atOnce:done:)`` return when everything that was submitted is done.
    func finish() {
        continuation.finish()
    }

    /// Does what is submitted, until ``finish()`` or until the task is cancelled; what runs then is waited for.
    ///
    /// - Parameters:
    ///   - atOnce: How many pieces run at the same time.
    ///   - done: Told of each piece that is done.
    func run(atOnce: Int, done: @escaping @Sendable (_ id: Int) async -> Void) async {
        let threads = OffloaderThreads()
        let jobs = jobs
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
