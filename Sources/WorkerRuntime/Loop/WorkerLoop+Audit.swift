internal import Logging
internal import Messages
internal import WorkerEngine

extension WorkerLoop {
    /// How long the lines are counted; then the requests are reported that were left out.
    private static var auditInterval: Duration { .seconds(10) }

    /// Says who did what: of those who came over TCP at the level info, of the user himself at debug.
    func audit() {
        engine.forEachAudit { entry, outcome in
            guard auditQuota.admits(outcome, of: entry.peer.name) else { return }
            var line: Logger.Metadata = [
                "peer": "\(entry.peer.name)",
                "role": "\(entry.peer.role.rawValue)",
                "via": "\(entry.peer.transport.rawValue)",
                "method": "\(entry.method)",
                "outcome": "\(outcome)",
            ]
            line["request"] = entry.request.map { "\($0)" }
            line["key"] = entry.key.map { "\($0)" }
            auditLog.log(level: entry.peer.transport == .local ? .debug : .info, "write", metadata: line)
        }
        guard !auditQuota.isEmpty, !isAuditQuotaRunning else { return }
        isAuditQuotaRunning = true
        after(Self.auditInterval) { [self] in
            isAuditQuotaRunning = false
            endAuditInterval()
        }
    }

    /// Says how many requests were not reported one by one.
    func endAuditInterval() {
        for (kind, count) in auditQuota.take() {
            auditLog.info(
                "more writes like this",
                metadata: ["peer": "\(kind.peer)", "outcome": "\(kind.outcome)", "count": "\(count)"]
            )
        }
    }
}
