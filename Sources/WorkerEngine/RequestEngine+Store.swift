package import Journal
internal import Messages

extension RequestEngine {
    /// Where writes become durable; `nil` for a service that only reads.
    package var journal: (any Journal)? { ledger.journal }

    /// Tries whether a failed store works again and, if so, takes its state as the truth.
    ///
    /// - Returns: Whether the service can store again.
    package func recoverStorage() -> Bool {
        // A store that is reopened says what its epoch is, whether or not it then works.
        defer { responses.envelope = ReplyWriter(source: service.name.source, epoch: journal?.epoch) }
        return ledger.recover()
    }

    /// Makes the writes that the service's upgrades are, if it has any and this worker takes writes.
    ///
    /// - Returns: Whether there was one to make; `nil` when that cannot be done now.
    /// - Throws: What the upgrade throws, or ``StorageError``.
    package func upgrade() throws -> Bool? {
        guard ledger.failure == nil, journal?.membership?.refusal == nil else { return nil }
        var isMade = false
        while let upgrade = try service.upgrade(maintenanceContext) {
            try change("\(service.name).upgrade", by: upgrade)
            isMade = true
        }
        return isMade
    }

    /// What the service has to do now that nobody waits for.
    package func nextMaintenanceTask() -> MaintenanceTask? {
        guard ledger.failure == nil, !admission.isDraining else { return nil }
        return service.maintenanceTask(maintenanceContext)
    }

    /// Ends a maintenance task whose work is done.
    ///
    /// - Returns: Whether there is another to do soon.
    package func finish(_ task: MaintenanceTask) throws -> Bool {
        try task.conclusion()(maintenanceContext)
    }

    private var maintenanceContext: ReadContext {
        ReadContext(time: clock().wall, peer: .local, store: ledger.store)
    }
}
