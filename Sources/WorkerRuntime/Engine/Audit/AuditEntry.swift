/// One write that somebody asked for, so that the log can say who did what.
struct AuditEntry {
    let peer: PeerAccess
    let method: String
    /// Its idempotency key.
    let key: String?
    /// The reply that says what came of it, among those of the iteration.
    let slot: Int
}
