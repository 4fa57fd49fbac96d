/// Whether the thing that was asked for happened, so that retrying is mechanical.
package enum Outcome: String, Sendable, Hashable {
    /// It happened.
    case applied
    /// It did not happen and will not.
    case notApplied = "not_applied"
    /// Nobody can say yet; the same idempotency key finds out.
    case unknown
}
