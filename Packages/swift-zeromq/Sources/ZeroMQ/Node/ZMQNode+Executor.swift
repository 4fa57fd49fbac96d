internal import CZMQ
internal import Synchronization

extension ZMQNode {
    /// Runs a job on the owner thread, soon.
    ///
    /// Callable from any thread; Swift calls it for actors and tasks.
    ///
    /// After the node has ended jobs still run, one at a time, on a thread that acts for the owner: they find
    /// their sockets closed.
    public func enqueue(_ job: consuming ExecutorJob) {
        enqueue(.isolated(UnownedJob(job)))
    }

    /// Calls a function on the owner thread, soon, after all that was left for it before.
    ///
    /// Callable from any thread, and for what no task has to wait for: a task that only moves to the owner thread to wait there for
    /// something moves twice more when that comes, since a continuation is resumed on the global executor first. With this the task
    /// stays where it is:
    ///
    /// ```swift
    /// let answer = await withCheckedContinuation { continuation in
    ///     node.execute { client.assumeIsolated { $0.begin { continuation.resume(returning: $0) } } }
    /// }
    /// ```
    ///
    /// After the node has ended functions are still called, one at a time, on a thread that acts for the owner: they find
    /// their sockets closed.
    ///
    /// - Parameter work: What to do; it must not block.
    public func execute(_ work: @escaping @Sendable () -> Void) {
        enqueue(.work(work))
    }

    func enqueue(_ job: Inbox.Job) {
        wake(inbox.withLock { $0.append(job) })
    }

    /// Traps unless the calling thread is the owner.
    ///
    /// Swift calls it for `assumeIsolated` and the like.
    public func checkIsolated() {
        guard isOwner else {
            preconditionFailure("ZMQNode '\(name)': the code is isolated to the node but runs on another thread")
        }
    }

    /// Whether the calling thread is the owner.
    public func isIsolatingCurrentContext() -> Bool? {
        isOwner
    }

    func wake(_ wake: Inbox.Wake) {
        switch wake {
        case .nothing: break
        case .signal: wakeup.signal()
        case .startDrain: startDrain()
        }
    }

    /// Runs jobs that come after the end.
    ///
    /// If there is no thread to be had, the caller's has to do.
    private func startDrain() {
        let body: @convention(c) (UnsafeMutableRawPointer) -> Void = { argument in
            let node = unsafe Unmanaged<ZMQNode>.fromOpaque(argument).takeRetainedValue()
            node.drain()
        }
        let argument = unsafe Unmanaged.passRetained(self)
        guard unsafe CZMQ_thread_start(name, body, argument.toOpaque()) < 0 else { return }
        unsafe argument.release()
        drain()
    }

    func drain() {
        let previous = unsafe CZMQ_thread_owner()
        becomeOwner()
        var jobs: [Inbox.Job] = []
        while inbox.withLock({ $0.drain(jobs: &jobs) }) {
            run(jobs[...])
            jobs.removeAll(keepingCapacity: true)
        }
        unsafe CZMQ_thread_set_owner(previous)
    }

    func becomeOwner() {
        unsafe CZMQ_thread_set_owner(Unmanaged.passUnretained(self).toOpaque())
    }

    func run(_ jobs: ArraySlice<Inbox.Job>) {
        let executor = unsafe asUnownedSerialExecutor()
        for job in jobs {
            switch job {
            case .isolated(let job): unsafe job.runSynchronously(on: executor)
            case .task(let job, let tasks): unsafe job.runSynchronously(on: tasks.asUnownedTaskExecutor())
            case .work(let work): work()
            }
        }
    }
}
