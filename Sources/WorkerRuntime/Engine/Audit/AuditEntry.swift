internal import Messages

/// One write that somebody asked for, so that the log can say who did what.
struct AuditEntry {
    let peer: PeerAccess
    /// The id of the request, which its caller chose.
    let request: RequestID?
    let method: String
    /// Its idempotency key.
    let key: String?
    /// The reply that says what came of it, among those of the iteration.
    let slot: Int
}
