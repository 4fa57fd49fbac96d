package import Messages
internal import Storage

extension RequestEngine {
    /// Whether writes of this turn are not committed yet; the more share a commit, the less each costs.
    var awaitsCommit: Bool { !turn.batch.entries.isEmpty }

    /// Makes everything decided in this turn durable; the replies may be sent when it returns.
    ///
    /// A commit that fails takes the state back and turns the replies that depended on it into refusals; it never throws.
    package func commit() {
        guard !turn.batch.entries.isEmpty, let journal, let saved else {
            endBatch()
            return
        }
        let start = clock().monotonic
        do {
            turn.batch.time = saved.time
            try journal.commit(turn.batch)
            statistics.recordCommit(nanoseconds: clock().monotonic - start)
            turn.keepCommitted()
        } catch {
            statistics.commitFailures += 1
            takeBack(because: error)
        }
        endBatch()
    }

    /// Takes the batch back: the state is what it was before, and the replies that depended on it become refusals.
    func takeBack(because error: StorageError) {
        storageFailure = error
        if let saved {
            service.state.restore()
            head = saved.head
        }
        for index in turn.firstOpenSlot..<turn.slots.count {
            switch turn.slots[index].standing {
            case .settled: break
            case .undecided: revoke(index, Self.refusal(of: error, isApplied: false))
            case .applied: revoke(index, Self.refusal(of: error, isApplied: true))
            }
        }
        endBatch()
    }

    /// Ends a batch of writes, committed or taken back.
    func endBatch() {
        turn.endBatch()
        saved = nil
        service.state.forget()
        // The other services' head stays: it is what they remember of every subject.
        if !service.loadsLevels { head.sequenceOfSubject.removeAll(keepingCapacity: true) }
        // Nothing is left of a committed batch; of others, changes of the tables that nobody was told of.
        if service.hasTables { journal?.tables.discard() }
    }

    /// Takes note that the store failed outside a commit; no write is taken until ``recoverStorage()`` has succeeded.
    func storeFailed(_ error: StorageError) {
        storageFailure = storageFailure ?? error
    }

    /// Tries whether a failed store works again and, if so, takes its state as the truth.
    ///
    /// - Returns: Whether the service can store again.
    package func recoverStorage() -> Bool {
        guard storageFailure != nil, let journal else { return true }
        // A store that is opened anew says what its epoch is, whether or not it then works.
        defer { replies = ReplyWriter(source: service.name.source, epoch: journal.epoch) }
        do {
            try journal.probe()
            // After a commit of unknown outcome only the store knows what happened.
            let levels = service.loadsLevels ? try journal.loadLevels() : []
            try service.state.load(levels)
            head = StreamHead(of: journal, levels)
            lastWriteTime = max(lastWriteTime, journal.lastTime)
            storageFailure = nil
            return true
        } catch let error as StorageError {
            storageFailure = error
            return false
        } catch {
            storageFailure = StorageError(.failing, "\(error)")
            return false
        }
    }

    /// Acts on what the check of the whole store has come to.
    ///
    /// - Returns: Whether the store is sound; `false` for a check that was stopped.
    /// - Throws: What it has found, or what has kept it from its end. After `corrupt` no write is taken any more.
    func conclude(_ check: WholeCheck) throws(StorageError) -> Bool {
        do {
            try journal?.conclude(check)
        } catch {
            // A check that could not be finished says nothing against the store; a mark that could not be written does.
            if error.code == .corrupt || check.isSound { storageFailure = error }
            throw error
        }
        return check.isSound
    }

    /// Removes a chunk of what need not be kept any longer.
    ///
    /// - Returns: Whether there is more to remove now.
    package func prune() -> Bool {
        guard storageFailure == nil, let journal else { return false }
        do {
            return try journal.prune(now: uptime())
        } catch {
            storeFailed(error)
            return false
        }
    }

    /// What the service has to do now that nobody waits for.
    package func nextMaintenanceTask() -> MaintenanceTask? {
        guard storageFailure == nil, !isDraining else { return nil }
        return service.maintenanceTask(readContext(at: clock().wall, by: .local))
    }

    /// Concludes a maintenance task whose work is done.
    ///
    /// - Returns: Whether there is another to do soon.
    package func conclude(_ conclusion: MaintenanceTask.Conclusion) throws(RPCError) -> Bool {
        defer { if let failure = store.takeFailure() { storeFailed(failure) } }
        return try conclusion(readContext(at: clock().wall, by: .local))
    }

    /// What a caller is told of a store that failed.
    ///
    /// - Parameters:
    ///   - error: What the store said.
    ///   - isApplied: Whether the caller's request was in the batch that failed.
    static func refusal(of error: StorageError, isApplied: Bool) -> RPCError {
        if isApplied, error.code == .commitUnknown || error.code == .unavailable {
            return RPCError(.commitUnknown, error.message)
        }
        var refusal = RPCError(.storageUnavailable, error.message)
        refusal.retryAfterMilliseconds = 500
        return refusal
    }
}
