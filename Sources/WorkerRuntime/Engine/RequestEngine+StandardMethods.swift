package import Messages
internal import Storage
internal import WireJSON

extension RequestEngine {
    /// Whether the service takes work, and if not, why.
    package var health: HealthReport {
        HealthReport(checks: [
            HealthReport.Check(
                name: "storage",
                isOK: storageFailure == nil,
                detail: storageDetail
            ),
            HealthReport.Check(name: "drain", isOK: !isDraining, detail: isDraining ? "ending" : "taking requests"),
        ])
    }

    private var storageDetail: String {
        if let storageFailure { return storageFailure.message }
        guard let journal else { return "needs none" }
        guard let check = journal.wholeCheck else { return "durable" }
        guard let failure = check.failure else { return "durable; every page is being checked" }
        return "durable; not every page could be checked: \(failure.message)"
    }

    /// Writes the result of a request for one of ``StandardMethods``.
    ///
    /// They neither read nor change the service's state, so they are answered while it drains and while its store fails.
    func answerStandardMethod(_ request: Request, into result: inout JSONWriter) {
        switch request.method {
        case ServiceMethod.ping.name:
            identity.write(to: &result)
        case ServiceMethod.info.name:
            writeInfo(to: &result)
        case ServiceMethod.stats.name:
            statistics.write(now: clock(), to: &result)
        case ServiceMethod.health.name:
            health.write(to: &result)
        case ServiceMethod.drain.name:
            guard request.id != nil else {
                statistics.refusedNotifications += 1
                return
            }
            isDrainRequested = true
            result.beginObject()
            result.member("draining", true)
            result.endObject()
        case ServiceMethod.discover.name:
            result.raw(service.openRPC)
        default:
            break
        }
    }

    private func writeInfo(to result: inout JSONWriter) {
        result.beginObject()
        identity.writeMembers(to: &result)
        result.member("description", service.summary)
        result.member("started", time: statistics.started.wall)
        let own = methods.map(\.definition).sorted { $0.name < $1.name }
        result.member("methods", StandardMethods.all + own)
        result.name("endpoints")
        result.beginObject()
        result.member("rpc", endpoints.rpc)
        result.member("events", endpoints.events)
        result.endObject()
        result.endObject()
    }
}
