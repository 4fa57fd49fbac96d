package import Messages

/// One write that someone asked for, so that the log can say who did what.
package struct AuditEntry {
    package let peer: PeerAccess
    /// The id of the request, which its caller chose.
    package let request: RequestID?
    package let method: String
    /// Its idempotency key.
    package let key: String?
    /// The reply that says what came of it, among those of the iteration.
    let slot: Int
}

/// What came of a write that someone asked for.
package enum AuditOutcome: Hashable, CustomStringConvertible {
    /// It was done.
    case done
    /// It had been done before, under the same key.
    case deduplicated
    /// It was not done, for this reason.
    case refused(String)

    package var description: String {
        switch self {
        case .done: "ok"
        case .deduplicated: "repeated"
        case .refused(let reason): reason
        }
    }
}
