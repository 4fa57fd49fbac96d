internal import CZMQ
internal import Synchronization

extension ZMQNode {
    /// The jobs that an iteration runs at most.
    private static var jobsPerIteration: Int { 1_024 }

    /// Jobs, then sockets, then timers, then the wait, until the node is asked to stop.
    ///
    /// An iteration runs a bounded number of jobs, of those that were there at its start, and calls each ready socket once, so
    /// that none of the three can keep the others waiting.
    func runLoop() {
        var jobs: [Inbox.Job] = []
        var released: [Int] = []
        var cancelled: [Int] = []
        var done = 0
        while true {
            if done == jobs.count {
                jobs.removeAll(keepingCapacity: true)
                done = 0
            }
            let isStopping = inbox.withLock { $0.take(jobs: &jobs, released: &released, cancelled: &cancelled) }
            for id in released {
                closeSocket(id)
            }
            released.removeAll(keepingCapacity: true)
            for id in cancelled {
                cancelWaiter(id)
            }
            cancelled.removeAll(keepingCapacity: true)
            turnsTaken = 0
            counts.turns += 1
            let end = isStopping ? jobs.count : min(jobs.count, done + Self.jobsPerIteration)
            run(jobs[done..<end])
            done = end
            if isStopping {
                return
            }
            callReady()
            callDue()
            resumeYielded()
            wait(hasJobs: done < jobs.count)
        }
    }

    private func callReady() {
        for ready in sockets.ready {
            // Looked up one by one: an earlier callback may have closed this socket, or ended this watch.
            if ready.isDescriptor {
                if let watch = sockets.watch(ready.id) {
                    watch.perform(watch.readiness.intersection(ready.readiness))
                }
                continue
            }
            if ready.readiness.contains(.readable) {
                sockets.onReadable(ready.id)?()
            }
            if ready.readiness.contains(.writable) {
                sockets.setOnWritable(of: ready.id, perform: nil)?()
            }
        }
    }

    private func callDue() {
        guard !timers.isEmpty else { return }
        // One look at the clock: a timer that schedules itself at once gets its next iteration in the next iteration.
        let now = CZMQ_monotonic_nanoseconds()
        while let perform = timers.popDue(at: now) {
            perform()
        }
    }

    private func wait(hasJobs: Bool) {
        let milliseconds = !hasJobs && inbox.withLock { $0.park() } ? millisecondsToNextDeadline() : 0
        if milliseconds != 0 { counts.waits += 1 }
        do {
            if try sockets.poll(wakeup: wakeup.descriptor, milliseconds: milliseconds) {
                wakeup.clear()
            }
        } catch {
            // The items are our own open sockets and our own eventfd: only a mistake in this module gets here.
            preconditionFailure("ZMQNode '\(name)': \(error)")
        }
    }

    /// Rounded up, so that the wait never ends just before the deadline; negative without a timer.
    private func millisecondsToNextDeadline() -> Int {
        guard let deadline = timers.nextDeadline() else { return -1 }
        let left = deadline - CZMQ_monotonic_nanoseconds()
        guard left > 0 else { return 0 }
        return min(Int((left + 999_999) / 1_000_000), Int(CInt.max))
    }
}
