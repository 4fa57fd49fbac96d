extension ErrorReason {
    /// A row of the table of errors, `Protocols/contract/errors.json`.
    struct Definition {
        let code: Int
        let status: Int
        let retry: Retry
        let outcome: Outcome
        let summary: String
    }

    /// When a request that failed for a reason may be sent again unchanged.
    package enum Retry: String, Sendable, Hashable {
        /// It would fail again.
        case never = "no"
        /// Later, with or without a key.
        case always = "yes"
        /// Only with an idempotency key, because it may have happened.
        case withKey = "with a key"
    }

    /// The number on the wire.
    package var code: Int { definition.code }
    /// The HTTP status of the same meaning (RFC 9457).
    package var status: Int { definition.status }
    /// When it may be sent again.
    package var retry: Retry { definition.retry }
    /// Whether it happened.
    package var outcome: Outcome { definition.outcome }
    /// One short sentence: the `message` on the wire.
    package var summary: String { definition.summary }

    /// The problem type (RFC 9457), such as `urn:jangteo:problem:insufficient-stock`.
    package var problemType: String {
        var name = "urn:jangteo:problem:"
        for scalar in rawValue.unicodeScalars {
            name.unicodeScalars.append(scalar == "_" ? "-" : scalar)
        }
        return name.lowercased()
    }
}

/// Whether the thing that was asked for happened, so that retrying is mechanical.
package enum Outcome: String, Sendable, Hashable {
    /// It happened.
    case applied
    /// It did not happen and will not.
    case notApplied = "not_applied"
    /// Nobody can say yet; the same idempotency key finds out.
    case unknown
}
