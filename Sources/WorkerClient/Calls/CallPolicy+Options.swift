internal import Messages
internal import ZeroMQPatterns

extension CallPolicy {
    /// How a method is called with options.
    init(_ options: CallOptions, method: String) {
        self.init(
            timeout: options.timeout,
            connectTimeout: options.connectTimeout,
            isWrite: options.isWrite,
            isKeyed: options.idempotencyKey != nil
        )
        // A replica may not know yet what became of the last writes.
        needsActive = isWrite || method == ServiceMethod.outcome.name
    }
}

extension CallRefusal {
    /// What an error of a service means for a call that was made with a policy.
    init(_ error: RPCError, _ policy: CallPolicy) {
        self.init(
            mayHaveHappened: error.outcome == .unknown,
            mayBeSentAgain: error.isRetryable(isKeyed: policy.isKeyed),
            leastPause: .milliseconds(max(error.retryAfterMilliseconds ?? 0, 0)),
            elsewhere: Elsewhere(error),
            wasServed: error.code > 0,
            provesNoEarlierEffect: error.provesNoEarlierEffect,
            provesNoLaterEffect: error.provesNoLaterEffect,
            cannotStore: error.knownReason == .storageUnavailable || error.knownReason == .commitUnknown
        )
    }
}

extension CallRefusal.Elsewhere {
    /// Whether another worker may well do what this one did not.
    fileprivate init(_ error: RPCError) {
        self =
            switch error.knownReason {
            case .notActive: .active(error.active?.rpc ?? [])
            case .behind, .unavailable: .others
            default: .nobody
            }
    }
}
