package import WireJSON

/// Why one call failed, as it travels on the wire.
package struct RPCError: Error, Sendable, Hashable {
    /// Why, as a row of the table of the service that says so.
    let row: ErrorReason
    /// What exactly was wrong this time.
    package let detail: String
    /// Everything wrong with the params.
    package var violations: [Violation] = []
    /// The nearest known names, best first.
    package var suggestions: [String] = []
    /// The present version of what has changed.
    package var actualVersion: Int?
    /// What the domain of the service says beside: further members of `data`.
    package var details: [ErrorDetail] = []
    /// How long to wait before trying again, in milliseconds.
    package var retryAfterMilliseconds: Int?
    /// The oldest event that is still kept.
    package var firstSequence: Int?
    /// Where in a formula the fault is, in characters from 0.
    package var position: Int?
    /// What could stand there instead.
    package var expected: String?
    /// The worker that takes writes, where the one that refused a write knows it.
    package var active: ActiveWorker?

    /// - Parameters:
    ///   - reason: Its row in the table of errors.
    ///   - detail: What exactly was wrong; for a person.
    package init(_ reason: ErrorReason, _ detail: String) { (row, self.detail) = (reason, detail) }

    /// Creates an `INVALID_PARAMS` error from everything that is wrong.
    package init(violations: [Violation]) {
        self.init(.invalidParams, violations.map(\.detail).joined(separator: "; "))
        self.violations = violations
    }

    /// Maps what the JSON reader refused: what is not valid JSON is a `PARSE_ERROR`, JSON beyond a limit an
    /// `INVALID_REQUEST`.
    package init(_ error: JSONError) {
        switch error.code {
        case .duplicateMember, .tooDeep, .tooManyMembers, .stringTooLong: self.init(.invalidRequest, error.description)
        case .tooLarge: self.init(.payloadTooLarge, error.description)
        default: self.init(.parseError, error.description)
        }
    }

    /// Whether the same request may be sent again unchanged.
    ///
    /// - Parameter isKeyed: Whether it has an idempotency key.
    package func isRetryable(isKeyed: Bool) -> Bool {
        switch retry {
        case .never: false
        case .always: true
        case .withKey: isKeyed
        }
    }
}

extension RPCError {
    /// The reason as a word, also one that this program does not know.
    package var reason: String { row.word }
    /// The row of the suite's table; `nil` for a reason that is not in it.
    package var knownReason: ErrorReason? { ErrorReason.ofSuite(row.word) }
    /// The number on the wire.
    package var code: Int { row.code }
    /// The HTTP status of the same meaning (RFC 9457).
    package var status: Int { row.status }
    /// Whether the thing happened.
    package var outcome: Outcome { row.outcome }
    /// One short sentence that is the same for every error of this reason.
    package var message: String { row.summary }
    /// When it may be sent again.
    package var retry: ErrorReason.Retry { row.retry }

    /// Whether a service that gives this error has looked for the key first, so that nothing sent before under the same
    /// key can have happened.
    ///
    /// Errors of a domain (above 0) and about params come from the work itself, which begins with the key. Others may
    /// come before it, for reasons that change with time, such as a permission.
    package var provesNoEarlierEffect: Bool {
        code > 0 || knownReason == .invalidParams || knownReason == .idempotencyKeyReused
    }

    /// Whether the same content under the same key gets this error whenever it arrives, so that no sending of it can
    /// happen later either.
    ///
    /// Other refusals, such as a shortage, are about the moment: what was sent before over a connection that is gone
    /// may be read by the service after they were given.
    package var provesNoLaterEffect: Bool { row.isFinal }
}
