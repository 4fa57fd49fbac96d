package import Messages
internal import Platform
package import Storage

extension RequestEngine {
    /// Where writes become durable; `nil` for a service that only reads.
    var journal: (any Journal)? { ledger.journal }

    /// Where the service can be reached, for `service.info`.
    package var endpoints: (rpc: [String], events: [String]) {
        get { standard.endpoints }
        set { standard.endpoints = newValue }
    }

    /// Set by the worker when it stops taking work; everything but the standard methods is then refused.
    package var isDraining: Bool {
        get { admission.isDraining }
        set { admission.isDraining = newValue }
    }

    /// Whether somebody asked for a drain by `service.drain`.
    package var isDrainRequested: Bool { admission.isDrainRequested }

    /// Whether somebody asked for a snapshot since this was asked last, by `service.snapshot`.
    package func takeSnapshotRequest() -> Bool {
        defer { standard.isSnapshotRequested = false }
        return standard.isSnapshotRequested
    }

    /// Whether the service takes work, and if not, why.
    package var health: HealthReport { standard.health }

    /// Looks whether something about the store should be looked after, and says what begins and what ends.
    func updateStoreWarnings() -> [StoreWarnings.Change] { standard.updateStoreWarnings() }

    /// What the service does, in a line for people: what its health says, and how far its stream has come.
    var statusLine: String {
        let health = health
        let state = health.isServing ? "SERVING" : "NOT_SERVING"
        let position = ledger.sequence.map { ", at event \($0)" } ?? ""
        let checks = health.checks.filter { !health.isServing ? !$0.isOK : $0.name != "drain" }
        return "\(state)\(position); \(checks.map { "\($0.name): \($0.detail)" }.joined(separator: "; "))"
    }

    /// Why the store cannot be used; `nil` while it can.
    package var storageFailure: StorageError? { ledger.failure }

    /// Tries whether a failed store works again and, if so, takes its state as the truth.
    ///
    /// - Returns: Whether the service can store again.
    package func recoverStorage() -> Bool {
        // A store that is opened anew says what its epoch is, whether or not it then works.
        defer { responses.envelope = ReplyWriter(source: service.name.source, epoch: journal?.epoch) }
        return ledger.recover()
    }

    /// Takes note that the store failed outside a commit.
    func storageFailed(_ error: StorageError) { ledger.storeFailed(error) }

    /// Takes over what other workers of the stream have decided, between two iterations.
    ///
    /// - Parameter body: Gets the events that are new by it, in order; publish them.
    /// - Throws: ``StorageError``, or what the service says of the levels.
    func follow(_ body: (EventRecord) -> Void) throws { try ledger.follow(body) }

    /// Acts on what the check of the whole store has come to.
    ///
    /// - Returns: Whether the store is sound; `false` for a check that was stopped.
    /// - Throws: What it has found, or what has kept it from its end. After `corrupt` no write is taken any more.
    func conclude(_ check: any StoreCheck) throws(StorageError) -> Bool {
        try ledger.conclude(check)
    }

    /// Removes a chunk of what need not be kept any longer.
    ///
    /// - Returns: Whether there is more to remove now.
    package func prune() -> Bool {
        ledger.prune(at: bootClock().milliseconds)
    }

    /// What the service has to do now that nobody waits for.
    package func nextMaintenanceTask() -> MaintenanceTask? {
        guard ledger.failure == nil, !isDraining else { return nil }
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
