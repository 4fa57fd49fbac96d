internal import Logging

extension WorkerLoop {
    /// How often a failed store is tried again.
    private static var recoveryInterval: Duration { .milliseconds(500) }
    /// The pause between two bites of work that would be long if it were done at once.
    private static var biteInterval: Duration { .milliseconds(20) }

    /// Begins to look after a store that has failed, whoever noticed it.
    func watchStore() {
        guard let failure = engine.storageFailure, !isRecovering else { return }
        log.error("the store failed; no write is taken until it works again", metadata: ["error": "\(failure)"])
        recoverLater()
    }

    private func recoverLater() {
        isRecovering = true
        after(Self.recoveryInterval) { [self] in
            if engine.recoverStorage() {
                isRecovering = false
                log.info("the store works again")
            } else {
                recoverLater()
            }
        }
    }

    /// Deletes a bite of what need not be kept any longer, and plans the next.
    func prune() {
        let hasMore = engine.prune()
        watchStore()
        // The next bite comes soon, but not in one long stop.
        after(hasMore ? Self.biteInterval : Self.pruneInterval) { [self] in prune() }
    }

    /// Has the service's next chore done, and plans the one after it.
    func doChore() {
        guard let chore = engine.nextChore() else {
            return after(Self.pruneInterval) { [self] in doChore() }
        }
        let outcome = ChoreOutcome<Service.State>()
        edge.offload(.computing) {
            outcome.run(chore.work)
        } _: { [self] in
            var hasMore = false
            do {
                if let conclusion = try outcome.take() { hasMore = try engine.conclude(conclusion) }
            } catch {
                log.error("tidying up failed", metadata: ["error": "\(error)"])
            }
            watchStore()
            after(hasMore ? Self.biteInterval : Self.pruneInterval) { [self] in doChore() }
        }
    }
}
