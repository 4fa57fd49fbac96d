internal import Journal
internal import Logging
internal import Messages
internal import WorkerEngine

extension WorkerLoop {
    /// How often a failed store is tried again.
    private static var recoveryInterval: Duration { .milliseconds(500) }
    /// The pause between two chunks of work that would be long if it were done at once.
    private static var chunkInterval: Duration { .milliseconds(20) }

    /// How often it is looked whether someone should look after a store that works.
    private static var warningInterval: Duration { .seconds(5) }

    /// Begins to look after a store that has failed, whoever noticed it.
    func watchStore() {
        guard let failure = engine.ledger.failure, !isRecovering else { return }
        if failure.code == .commitUnknown, engine.journal?.membership != nil {
            log.error(
                "it is not known whether the log has the last writes; none is taken until it is",
                metadata: ["error": "\(failure)"]
            )
        } else {
            log.error("the store failed; no write is taken until it works again", metadata: ["error": "\(failure)"])
        }
        recoverLater()
    }

    /// Tells that the log of a shared stream refuses what is asked of it, and when it works again; each text once a minute.
    func tellTrouble(_ text: String?) {
        guard let text else {
            if isTroubleTold { log.notice("the log works again") }
            isTroubleTold = false
            return
        }
        guard troubles.allows(text, at: engine.clock().monotonic) else { return }
        isTroubleTold = true
        log.error("the log cannot be used; it is tried again by itself", metadata: ["error": "\(text)"])
    }

    /// Tells that nothing is heard of the log of a shared stream, once when it begins and once when it is over.
    func watchStream() {
        guard let status = engine.journal?.membership?.status, status.isCutOff != isToldCutOff else { return }
        isToldCutOff = status.isCutOff
        let row: Logger.Metadata = ["row": "\(status.position)"]
        if isToldCutOff {
            let seconds = status.silence.components.seconds
            log.error(
                "has heard nothing of the log for \(seconds) s: what it shows may be older than what others do",
                metadata: row
            )
        } else {
            log.notice("hears of the log again", metadata: row)
        }
    }

    /// Takes over what other workers of the stream have decided, and publishes it as they do.
    func follow() {
        var count = 0
        do {
            try engine.ledger.follow { record in
                count += 1
                publish(record)
            }
        } catch {
            log.error("what other workers have decided cannot be read", metadata: ["error": "\(error)"])
            if let failure = error as? StorageError { engine.ledger.storeFailed(failure) }
        }
        published(count)
        watchStore()
    }

    /// Makes a snapshot of a shared stream when one is due, and looks again later.
    func makeSnapshots(every rows: Int) {
        makeSnapshot(behind: rows)
        // Not all replicas at once.
        after(.milliseconds(Int.random(in: 3_000...7_000))) { [self] in makeSnapshots(every: rows) }
    }

    /// Makes a snapshot when this many rows have come since the newest one.
    func makeSnapshot(behind rows: Int) {
        engine.journal?.membership?.makeSnapshotIfDue(every: rows) { [transport] work, done in
            transport.offload(.checking, work: work, done: done)
        } report: { [log] result in
            switch result {
            case .success(let row): log.info("made a snapshot of the stream", metadata: ["row": "\(row)"])
            case .failure(let error):
                log.error(
                    "could not make a snapshot of the stream, or delete what it makes needless",
                    metadata: ["error": "\(error)"]
                )
            }
        }
    }

    private func recoverLater() {
        isRecovering = true
        after(Self.recoveryInterval) { [self] in
            if engine.recoverStorage() {
                isRecovering = false
                log.info("the store works again")
                checkStore()
            } else {
                recoverLater()
            }
        }
    }

    /// Checks the whole store next to its use, when its opening has left that to be done.
    package func checkStore() {
        guard let check = engine.journal?.wholeCheck, check !== wholeCheck else { return }
        wholeCheck = check
        let start = engine.clock().monotonic
        log.info("the whole store is being checked while it is in use")
        transport.offload(.checking) {
            check.run()
        } done: { [self] in
            conclude(check, since: start)
        }
    }

    private func conclude(_ check: any StoreCheck, since start: UInt64) {
        do {
            guard try engine.ledger.conclude(check) else { return }
            let milliseconds = (engine.clock().monotonic - start) / 1_000_000
            log.info("the whole store is sound", metadata: ["milliseconds": "\(milliseconds)"])
        } catch {
            guard error.code != .corrupt else {
                // Nothing that could be tried again would fix it.
                isRecovering = true
                return onEnd(.damage(error))
            }
            log.error(
                "the whole store could not be checked; the start after a crash does it first",
                metadata: ["error": "\(error)"]
            )
            watchStore()
        }
    }

    /// Tells what about a store that works should be looked after, once when it begins and once when it is over.
    func warnOfStore() {
        for change in engine.standard.updateStoreWarnings() {
            switch change {
            case .begins(let warning):
                log.warning("\(warning.detail)", metadata: ["warning": "\(warning.name.rawValue)"])
            case .ends(.clock): log.notice("the newest write is dated no later than now any more")
            case .ends(.log): log.notice("the write-ahead log is restarted again")
            }
        }
        after(Self.warningInterval) { [self] in warnOfStore() }
    }

    /// Deletes a chunk of what need not be kept any longer, and plans the next.
    func prune() {
        let hasMore = engine.ledger.prune()
        watchStore()
        // The next chunk comes soon, but not in one long stop.
        after(hasMore ? Self.chunkInterval : Self.pruneInterval) { [self] in prune() }
    }

    /// Does the service's next maintenance task, and plans the one after it.
    func runMaintenance() {
        guard let task = engine.nextMaintenanceTask() else {
            return after(maintenanceInterval) { [self] in runMaintenance() }
        }
        transport.offload(task.kind, work: task.work) { [self] in
            var hasMore = false
            do {
                hasMore = try engine.finish(task)
            } catch {
                log.error("tidying up failed", metadata: ["error": "\(error)"])
            }
            watchStore()
            after(hasMore ? Self.chunkInterval : maintenanceInterval) { [self] in runMaintenance() }
        }
    }
}
