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
        case ServiceMethod.ping:
            identity.write(to: &result)
        case ServiceMethod.info:
            writeInfo(to: &result)
        case ServiceMethod.stats:
            statistics.write(now: clock(), to: &result)
        case ServiceMethod.health:
            health.write(to: &result)
        case ServiceMethod.drain:
            guard request.id != nil else {
                statistics.refusedNotifications += 1
                return
            }
            isDrainRequested = true
            result.beginObject()
            result.member("draining", true)
            result.endObject()
        case ServiceMethod.discover:
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
        result.name("methods")
        result.beginArray()
        for method in StandardMethods.all {
            Self.writeMethod(method.name, isWrite: method.isWrite, method.role, method.summary, to: &result)
        }
        for method in methods.sorted(by: { $0.name < $1.name }) {
            Self.writeMethod(method.name, isWrite: method.isWrite, method.role, method.summary, to: &result)
        }
        result.endArray()
        result.name("endpoints")
        result.beginObject()
        Self.writeTexts("rpc", endpoints.rpc, to: &result)
        Self.writeTexts("events", endpoints.events, to: &result)
        result.endObject()
        result.endObject()
    }

    private static func writeMethod(
        _ name: String,
        isWrite: Bool,
        _ role: PeerRole,
        _ summary: String,
        to result: inout JSONWriter
    ) {
        result.beginObject()
        result.member("name", name)
        result.member("kind", isWrite ? "write" : "read")
        result.member("role", role.rawValue)
        result.member("summary", summary)
        result.endObject()
    }

    private static func writeTexts(_ name: StaticString, _ texts: [String], to result: inout JSONWriter) {
        result.name(name)
        result.beginArray()
        for text in texts { result.string(text) }
        result.endArray()
    }
}
