internal import Logging

extension WorkerLoop {
    /// How long the lines are counted; then the requests are told that were left out.
    private static var auditInterval: Duration { .seconds(10) }

    /// Says who did what: of those who came over TCP at the level info, of the user himself at debug.
    func audit() {
        engine.forEachAudit { entry, outcome in
            guard auditQuota.admits(outcome, of: entry.peer.name) else { return }
            log.log(
                level: entry.peer.transport == .local ? .debug : .info,
                "write",
                metadata: [
                    "peer": "\(entry.peer.name)",
                    "via": "\(entry.peer.transport.rawValue)",
                    "method": "\(entry.method)",
                    "outcome": "\(outcome)",
                    // Quoted, because the peer chose it: a line break in it would look like a line of ours.
                    "key": entry.key.map { "\($0.debugDescription)" } ?? "none",
                ]
            )
        }
        guard !auditQuota.isEmpty, !isAuditQuotaRunning else { return }
        isAuditQuotaRunning = true
        after(Self.auditInterval) { [self] in
            isAuditQuotaRunning = false
            endAuditInterval()
        }
    }

    /// Says how many requests were not told one by one.
    func endAuditInterval() {
        for (kind, count) in auditQuota.take() {
            log.info(
                "more writes like this",
                metadata: ["peer": "\(kind.peer)", "outcome": "\(kind.outcome)", "count": "\(count)"]
            )
        }
    }
}
