extension ErrorReason {
    /// One row of the table.
    struct Definition {
        let code: Int
        let status: Int
        let retry: Retry
        let outcome: Outcome
        let summary: String

        init(_ code: Int, _ status: Int, _ retry: Retry, _ outcome: Outcome, _ summary: String) {
            self.code = code
            self.status = status
            self.retry = retry
            self.outcome = outcome
            self.summary = summary
        }
    }

    /// The table: code, HTTP status, when to retry, whether it happened, and the message.
    var definition: Definition {
        switch self {
        case .parseError: Definition(-32700, 400, .never, .notApplied, "not valid JSON")
        case .invalidRequest: Definition(-32600, 400, .never, .notApplied, "not a valid request")
        case .methodNotFound: Definition(-32601, 404, .never, .notApplied, "method not found")
        case .invalidParams: Definition(-32602, 422, .never, .notApplied, "invalid parameters")
        case .internal: Definition(-32603, 500, .withKey, .unknown, "internal error")
        case .unavailable: Definition(-32000, 503, .always, .notApplied, "service unavailable")
        case .deadlineExceeded: Definition(-32001, 504, .always, .notApplied, "deadline exceeded")
        case .overloaded: Definition(-32002, 429, .always, .notApplied, "too many requests are waiting")
        case .payloadTooLarge: Definition(-32003, 413, .never, .notApplied, "the message is too large")
        case .unauthenticated: Definition(-32004, 401, .never, .notApplied, "unauthenticated")
        case .permissionDenied: Definition(-32005, 403, .never, .notApplied, "permission denied")
        case .storageUnavailable: Definition(-32006, 503, .always, .notApplied, "storage unavailable")
        case .commitUnknown: Definition(-32007, 500, .withKey, .unknown, "the outcome of the commit is unknown")
        case .idempotencyKeyReused:
            Definition(-32008, 422, .never, .notApplied, "idempotency key reused for another request")
        case .replayTruncated: Definition(-32009, 410, .never, .notApplied, "that history is no longer kept")
        case .versionMismatch: Definition(1001, 409, .never, .notApplied, "it has changed in the meantime")
        case .insufficientStock: Definition(1010, 409, .never, .notApplied, "there is not enough in stock")
        case .quantityOutOfRange: Definition(1011, 422, .never, .notApplied, "the quantity would be out of range")
        case .unknownFruit: Definition(1101, 404, .never, .notApplied, "there is no such fruit")
        case .unknownJuice: Definition(1102, 404, .never, .notApplied, "there is no such juice")
        case .unknownOrder: Definition(1103, 404, .never, .notApplied, "there is no such order")
        case .unknownProduct: Definition(1201, 404, .never, .notApplied, "there is no such product")
        case .imageRejected: Definition(1202, 415, .never, .notApplied, "the picture cannot be accepted")
        case .uriExpired: Definition(1203, 410, .never, .notApplied, "the address is used or too old")
        case .syntaxError: Definition(1301, 422, .never, .notApplied, "syntax error in the formula")
        case .formulaTooLong: Definition(1302, 422, .never, .notApplied, "the formula is too long")
        case .unknownEntry: Definition(1401, 404, .never, .notApplied, "there is no such exhibit")
        case .unknownImage: Definition(1402, 404, .never, .notApplied, "there is no such picture")
        }
    }
}
