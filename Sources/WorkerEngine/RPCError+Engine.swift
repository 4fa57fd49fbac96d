internal import Journal
internal import Messages

extension RPCError {
    /// A refusal that says when to ask again.
    init(_ reason: ErrorReason, _ detail: String, retryAfter milliseconds: Int) {
        self.init(reason, detail)
        retryAfterMilliseconds = milliseconds
    }

    /// What a caller learns about a store that failed.
    ///
    /// - Parameters:
    ///   - failure: What the store said.
    ///   - isApplied: Whether the caller's request was in the batch that failed.
    init(_ failure: StorageError, isApplied: Bool) {
        if case .notActive(let endpoints) = failure.code {
            self.init(.notActive, failure.message)
            active = endpoints.flatMap { ActiveWorker(text: $0) }
        } else if isApplied, failure.code == .commitUnknown || failure.code == .unavailable {
            self.init(.commitUnknown, failure.message)
        } else {
            self.init(.storageUnavailable, failure.message, retryAfter: 500)
        }
    }
}
