internal import Messages
internal import WorkerClient
internal import ZeroMQ

/// Looks at one service from outside: where it is, whether it answers, and how well.
struct ServiceExamination: Sendable {
    let address: ServiceAddress
    let result: Result<ServiceStatus, CallFailure>
    let texts: Texts

    var finding: Finding {
        let service = address.service.rawValue
        let place = "\(address.rpc) (\(protection))"
        switch result {
        case .success(let status):
            let detail = "\(status.identity.version), \(status.latency.latencyText), \(place)"
            guard status.health.isServing else {
                return Finding(service, .bad, "NOT_SERVING (\(status.reason)), \(place)", advice: texts.seeLog(service))
            }
            guard status.identity.version == ServiceIdentity.suiteVersion else {
                return Finding(service, .notable, detail, advice: texts.restartForVersion(service))
            }
            return Finding(service, .good, detail)
        case .failure(let failure) where failure.isAnswered:
            return Finding(service, .bad, "\(failure.shortDetail), \(place)", advice: texts.seeLog(service))
        case .failure:
            return Finding(service, .bad, "\(texts.noAnswer), \(place)", advice: texts.startService(service))
        }
    }

    /// What keeps strangers away from the endpoint.
    private var protection: String {
        guard let endpoint = try? ZMQEndpoint(parsing: address.rpc), case .tcp = endpoint else {
            return texts.guardedByDirectory
        }
        return texts.unguarded
    }
}
