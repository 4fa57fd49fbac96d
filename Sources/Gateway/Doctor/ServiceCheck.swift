internal import Messages
internal import WorkerClient
internal import ZeroMQ
internal import ZeroMQPatterns

/// Looks at one service from outside: where it is, whether it answers, and how well.
struct ServiceCheck: Sendable {
    let address: ServiceAddress
    let result: Result<ServiceStatus, CallFailure>
    /// Whether it is one of this machine, so that the scripts here can start it.
    let isLocal: Bool
    let texts: Texts

    var finding: Finding {
        let service = address.service.rawValue
        let place = "\(address.rpc) (\(protection))"
        let log = isLocal ? texts("see_log", service: service) : texts["ask_operator"]
        switch result {
        case .success(let status):
            let detail = "\(status.identity.version), \(status.latency.latencyText), \(place)"
            guard status.health.isServing else {
                return Finding(service, .bad, "NOT_SERVING (\(status.reason)), \(place)", advice: log)
            }
            let isOfSuite = ServiceName.suite.contains(address.service)
            guard !isOfSuite || status.identity.version == ServiceIdentity.suiteVersion else {
                let advice = isLocal ? texts("restart_for_version", service: service) : texts["other_version"]
                return Finding(service, .notable, detail, advice: advice)
            }
            let warnings = status.health.warnings
            guard warnings.isEmpty else {
                let found = warnings.map(\.detail).joined(separator: "; ")
                let advice = warnings.map { texts.advice(for: $0.name, service) }.joined(separator: " ")
                return Finding(service, .notable, "\(detail): \(found)", advice: advice)
            }
            return Finding(service, .good, detail)
        case .failure(let failure) where failure.isAnswered:
            return Finding(service, .bad, "\(failure.shortDetail), \(place)", advice: log, reason: failure.word)
        case .failure(let failure):
            let (what, advice) = missing(failure)
            return Finding(service, .bad, "\(what), \(place)", advice: advice, reason: failure.word)
        }
    }

    /// Why it does not answer, and what to do.
    private func missing(_ failure: CallFailure) -> (what: String, advice: String) {
        let service = address.service.rawValue
        let key = address.keys?.client.publicKey.description ?? ""
        return switch failure.reason {
        case .unreachable:
            (texts["nobody_there"], isLocal ? texts("start_service", service: service) : texts["check_address"])
        case .notAdmitted(.keyNeeded): (texts["key_needed"], texts["add_keys"])
        case .notAdmitted(.keyRefused): (texts["key_refused"], texts("allow", key: key))
        case .notAdmitted(.wrongServerKey): (texts["wrong_server_key"], texts["fix_server_key"])
        case .notAdmitted(.curveMissing): (texts["curve_not_spoken"], texts["check_address"])
        default: (texts["no_answer"], isLocal ? texts("restart_service", service: service) : texts["ask_operator"])
        }
    }

    /// What keeps strangers away from the endpoint.
    private var protection: String {
        if address.keys != nil { return texts["encrypted"] }
        let isOnNetwork = address.rpcEndpoints.contains { text in
            if case .tcp? = try? ZMQEndpoint(parsing: text) { true } else { false }
        }
        return isOnNetwork ? texts["unguarded"] : texts["guarded_by_directory"]
    }
}
