extension WorkerLoop {
    /// Refuses new work, answers what was accepted, and calls `done` when callers have gone quiet.
    ///
    /// It ends within about a second even under load: whoever still sends is told `UNAVAILABLE` until then.
    func drain(_ done: @escaping () -> Void) {
        // Not unbound: in libzmq 4.3.4 that would end the connections that were accepted, with their answers.
        engine.isDraining = true
        drainProgress.began(at: engine.clock().monotonic)
        watchDrain(done)
    }

    private func watchDrain(_ done: @escaping () -> Void) {
        after(DrainProgress.step) { [self] in
            guard drainProgress.stepped(at: engine.clock().monotonic) else { return watchDrain(done) }
            heartbeat()
            done()
        }
    }
}
