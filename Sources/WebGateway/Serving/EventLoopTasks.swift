internal import NIOCore
internal import Synchronization

/// Runs tasks on the thread of an event loop, so that a request is read, answered and written without a change of thread.
///
/// What such a task does keeps the other connections of its loop waiting, as all that a loop does: it must not block.
final class EventLoopTasks: TaskExecutor {
    private let eventLoop: any EventLoop
    /// What the loop takes at its next turn, all at once.
    private let waiting = Mutex<[UnownedJob]>([])

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = waiting.withLock { waiting in
            waiting.append(job)
            return waiting.count == 1
        }
        if isFirst { eventLoop.execute { self.runWaiting() } }
    }

    private func runWaiting() {
        let jobs = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for job in jobs { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}

/// Those of the loops of a server.
final class EventLoopExecutors: Sendable {
    private let executors = Mutex<[ObjectIdentifier: EventLoopTasks]>([:])

    /// The one of a loop, which all its connections share.
    func of(_ loop: any EventLoop) -> EventLoopTasks {
        executors.withLock { executors in
            if let known = executors[ObjectIdentifier(loop)] { return known }
            let new = EventLoopTasks(loop)
            executors[ObjectIdentifier(loop)] = new
            return new
        }
    }
}
