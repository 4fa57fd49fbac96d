package import Journal
package import Messages
internal import Platform

extension Ledger {
    /// Refuses what needs a store that works.
    ///
    /// - Throws: ``RPCError`` `STORAGE_UNAVAILABLE`.
    func requireStore() throws(RPCError) {
        if let failure { throw RPCError(failure, isApplied: false) }
    }

    /// Refuses a read that is to see more than this worker has.
    ///
    /// - Throws: ``RPCError`` `BEHIND`; the worker looks for more at once.
    func require(atLeast sequence: Int?) throws(RPCError) {
        guard let sequence, let present = self.sequence, present < sequence else { return }
        journal?.membership?.followNow()
        throw RPCError(.behind, "this worker is at \(present), and \(sequence) was asked for", retryAfter: 20)
    }

    /// Refuses what is to be answered by a worker that hears of its log.
    ///
    /// - Throws: ``RPCError`` `BEHIND`.
    func requireCurrent() throws(RPCError) {
        guard let status = journal?.membership?.status, status.isCutOff else { return }
        let seconds = status.silence.components.seconds
        throw RPCError(
            .behind,
            "this worker has heard nothing of its log for \(seconds) s: others may know more",
            retryAfter: 20
        )
    }

    /// Takes over what others have decided, and gives out the events that are new by it.
    ///
    /// - Throws: ``StorageError``, or what the service says of the levels.
    package func follow(_ body: (EventRecord) -> Void) throws {
        guard let journal else { return }
        let known = head.sequence
        try load(from: journal)
        try journal.readEvents(after: known) { event in
            body(event.record)
            return true
        }
    }

    /// Takes note that the store failed outside a commit; no write is taken until ``recover()`` has succeeded.
    package func storeFailed(_ error: StorageError) {
        failure = failure ?? error
    }

    /// Tries whether a failed store works again and, if so, takes its state as the truth.
    ///
    /// - Returns: Whether the service can store again.
    func recover() -> Bool {
        guard failure != nil, let journal else { return true }
        do {
            try journal.probe()
            // After a commit of unknown outcome only the store knows what happened.
            try load(from: journal)
            failure = nil
            return true
        } catch let error as StorageError {
            failure = error
            return false
        } catch {
            failure = StorageError(.failing, "\(error)")
            return false
        }
    }

    /// Acts on what the check of the whole store has come to.
    ///
    /// - Returns: Whether the store is sound; `false` for a check that was stopped.
    /// - Throws: What it has found, or what has kept it from its end. After `corrupt` no write is taken any more.
    package func conclude(_ check: any StoreCheck) throws(StorageError) -> Bool {
        do {
            try journal?.conclude(check)
        } catch {
            // A check that could not be finished says nothing against the store; a mark that could not be written does.
            if error.code == .corrupt || check.isSound { failure = error }
            throw error
        }
        return check.isSound
    }

    /// Removes a chunk of what need not be kept any longer.
    ///
    /// - Returns: Whether there is more to remove now.
    package func prune() -> Bool {
        guard failure == nil, let journal else { return false }
        do {
            return try journal.prune(now: store.bootClock().milliseconds)
        } catch {
            storeFailed(error)
            return false
        }
    }
}
