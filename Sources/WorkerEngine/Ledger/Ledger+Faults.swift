internal import Messages

/// Faults of the service's own code: the caller learns that there is one, and the log which.
extension Ledger {
    /// Faults that are noted in an iteration; each is the caller's doing, so there may be any number.
    private static var maxFaults: Int { 8 }

    /// Notes a fault of the service's code.
    ///
    /// - Returns: What the caller learns.
    func fault(_ finding: String, of method: String) -> RPCError {
        if faults.count < Self.maxFaults { faults.append("\(method) \(finding.prefix(256))") }
        return RPCError(.internal, "the service has a fault; its log says which")
    }

    /// What the caller of a method learns of an error that the service's code has thrown.
    func refusal(_ error: RPCError, of method: String) -> RPCError {
        guard error.mayComeFromService else {
            return fault("throws \(error.reason), which only the engine may give: \(error.detail)", of: method)
        }
        guard service.isGuarded, error.knownReason == .internal else { return error }
        return fault("fails: \(error.detail)", of: method)
    }
}

extension ErrorReason {
    /// Those of the engine that a service may give, too; the others say what only the engine can know.
    fileprivate static let shared: Set<ErrorReason> = [
        .invalidParams, .invalidRequest, .permissionDenied, .unauthenticated, .payloadTooLarge, .overloaded,
        .storageUnavailable, .internal,
    ]
}

extension RPCError {
    /// Whether the code of a service may throw it.
    fileprivate var mayComeFromService: Bool {
        guard 400...599 ~= status else { return false }
        // Two services may have one word; the engine's own have codes below 0.
        guard let known = knownReason, known.code < 0 else { return code > 0 }
        return known.code == code && ErrorReason.shared.contains(known)
    }
}
