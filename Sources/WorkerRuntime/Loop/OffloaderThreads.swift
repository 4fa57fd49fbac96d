internal import Dispatch

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
