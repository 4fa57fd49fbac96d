internal import Journal
package import Messages
internal import WireJSON

/// The methods that every service answers in every phase.
///
/// They neither read nor change the service's state, so they are answered while it drains and while its store fails.
package final class StandardMethods {
    static let all = [
        ServiceMethod.ping, ServiceMethod.info, ServiceMethod.stats, ServiceMethod.health, ServiceMethod.drain,
        ServiceMethod.snapshot, ServiceMethod.discover,
    ]

    private let service: RegisteredService
    private let identity: ServiceIdentity
    private let ledger: Ledger
    private let admission: Admission
    private let own: [MethodDefinition]
    private let clock: () -> Moment
    private var isSnapshotRequested = false
    /// Where the service can be reached, for `service.info`.
    package var endpoints = (rpc: [String](), events: [String]())
    private var storeWarnings = StoreWarnings()

    init(
        of service: RegisteredService,
        methods: [RegisteredMethod],
        processID: String,
        ledger: Ledger,
        admission: Admission,
        clock: @escaping () -> Moment
    ) {
        self.service = service
        self.ledger = ledger
        self.admission = admission
        self.clock = clock
        identity = ServiceIdentity(name: service.name.program, id: processID, version: service.version)
        own = methods.map(\.definition).sorted { $0.name < $1.name }
    }

    /// Whether the service takes work, and if not, why.
    package var health: HealthReport {
        var checks = [HealthReport.Check(name: "storage", isOK: ledger.failure == nil, detail: storageDetail)]
        if let membership = ledger.journal?.membership { checks.append(Self.check(of: membership)) }
        let isEnding = admission.isDraining
        checks.append(.init(name: "drain", isOK: !isEnding, detail: isEnding ? "ending" : "taking requests"))
        let warnings = ledger.journal.map { storeWarnings.present(of: $0, at: clock().wall) } ?? []
        return HealthReport(checks: checks, warnings: warnings)
    }

    /// What the service does, in a line for people: what its health says, and how far its stream has come.
    package var statusLine: String {
        let health = health
        let state = health.isServing ? "SERVING" : "NOT_SERVING"
        let position = ledger.sequence.map { ", at event \($0)" } ?? ""
        let checks = health.checks.filter { !health.isServing ? !$0.isOK : $0.name != "drain" }
        return "\(state)\(position); \(checks.map { "\($0.name): \($0.detail)" }.joined(separator: "; "))"
    }

    /// Looks whether something about the store should be looked after, and says what begins and what ends.
    package func updateStoreWarnings() -> [StoreWarnings.Change] {
        guard let journal = ledger.journal, ledger.failure == nil else { return [] }
        return storeWarnings.update(journal, at: clock().wall)
    }

    /// A replica is well while it hears of the log, and knows who is active.
    private static func check(of membership: any StreamMembership) -> HealthReport.Check {
        let status = membership.status
        let refusal = membership.refusal
        let isServing = if let refusal { refusal.code != .notServing } else { true }
        let isOK = isServing && !status.isCutOff
        let lag = status.lag > 0 ? ", \(status.lag) behind" : ""
        let seconds = status.silence.components.seconds
        let silence = status.isCutOff ? ", has heard nothing of the log for \(seconds) s" : ""
        let trouble = isServing ? "" : ": \(refusal?.message ?? "")"
        return HealthReport.Check(
            name: StreamPart.check,
            isOK: isOK,
            detail:
                "\(status.part.rawValue) in term \(status.term), at row \(status.position)\(lag)\(silence)\(trouble)"
        )
    }

    private var storageDetail: String {
        if let failure = ledger.failure { return failure.message }
        guard let journal = ledger.journal else { return "needs none" }
        guard let check = journal.wholeCheck else { return "durable" }
        guard let failure = check.failure else { return "durable; every page is being checked" }
        return "durable; not every page could be checked: \(failure.message)"
    }

    /// Answers a request for one of them.
    ///
    /// - Returns: Whether it was done; a drain that nobody waits for is not.
    func answer(_ request: Request, into result: inout JSONWriter) -> Bool {
        switch request.method {
        case ServiceMethod.ping.name:
            identity.write(to: &result)
        case ServiceMethod.info.name:
            writeInfo(to: &result)
        case ServiceMethod.stats.name:
            ledger.statistics.write(now: clock(), stream: ledger.journal?.membership?.status, to: &result)
        case ServiceMethod.health.name:
            health.write(to: &result)
        case ServiceMethod.drain.name:
            guard request.id != nil else { return false }
            admission.isDrainRequested = true
            result.beginObject()
            result.member("draining", true)
            result.endObject()
        case ServiceMethod.snapshot.name:
            requestSnapshot().write(to: &result)
        case ServiceMethod.discover.name:
            result.raw(service.openRPC)
        default:
            break
        }
        return true
    }

    /// Whether someone asked for a snapshot since this was asked last, by `service.snapshot`.
    package func takeSnapshotRequest() -> Bool {
        defer { isSnapshotRequested = false }
        return isSnapshotRequested
    }

    private func requestSnapshot() -> ServiceSnapshotResult {
        guard let status = ledger.journal?.membership?.status else {
            return .refused("this service shares its stream with no other worker")
        }
        switch status.part {
        case .replica:
            isSnapshotRequested = true
            return .requested(row: status.position)
        case .active: return .refused("this worker is active, and replicas make the snapshots")
        case .changing: return .refused("this worker is no replica yet, or no longer")
        }
    }

    private func writeInfo(to result: inout JSONWriter) {
        result.beginObject()
        identity.writeMembers(to: &result)
        result.member("description", service.summary)
        result.member("started", time: ledger.statistics.started.wall)
        result.member("runtime", ServiceIdentity.suiteVersion)
        result.member("contract", service.contract)
        result.member("stream", ledger.journal != nil)
        result.member("events", service.eventTypes)
        result.member("methods", Self.all + own)
        result.name("endpoints")
        result.beginObject()
        result.member("rpc", endpoints.rpc)
        result.member("events", endpoints.events)
        result.endObject()
        result.endObject()
    }
}
