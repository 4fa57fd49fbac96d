internal import Logging

extension WorkerLoop {
    /// How often a failed store is tried again.
    private static var recoveryInterval: Duration { .milliseconds(500) }

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
        after(hasMore ? .milliseconds(20) : Self.pruneInterval) { [self] in prune() }
    }
}
