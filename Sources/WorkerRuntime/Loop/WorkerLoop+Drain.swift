internal import WorkerEngine

extension WorkerLoop {
    /// Refuses new work, answers what was accepted, and calls `done` when callers have gone quiet.
    ///
    /// It ends within about a second even under load: anyone who still sends gets `UNAVAILABLE` until then. Only
    /// work that was accepted and is done elsewhere is waited for longer; its amount is bounded.
    package func drain(_ done: @escaping () -> Void) {
        // Not unbound: in libzmq 4.3.4 that would end the connections that were accepted, with their answers.
        engine.admission.isDraining = true
        drainProgress.began(at: engine.clock().monotonic)
        watchDrain(done)
    }

    private func watchDrain(_ done: @escaping () -> Void) {
        after(DrainProgress.step) { [self] in
            let now = engine.clock().monotonic
            guard drainProgress.stepped(at: now, isPreparing: engine.jobCount > 0) else {
                return watchDrain(done)
            }
            heartbeat()
            done()
        }
    }
}
