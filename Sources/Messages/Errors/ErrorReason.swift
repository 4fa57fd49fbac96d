/// Every reason a service gives for an error: the one table from which `Protocols/` and `gateway errors` come.
package enum ErrorReason: String, Sendable, Hashable, CaseIterable {
    /// The frame is not valid JSON.
    case parseError = "PARSE_ERROR"
    /// The JSON is no request.
    case invalidRequest = "INVALID_REQUEST"
    /// The service has no such method.
    case methodNotFound = "METHOD_NOT_FOUND"
    /// Params have the wrong type or are out of their documented range.
    case invalidParams = "INVALID_PARAMS"
    /// A fault of the service itself.
    case `internal` = "INTERNAL"
    /// The service is starting or draining.
    case unavailable = "UNAVAILABLE"
    /// The request's time was over before work began.
    case deadlineExceeded = "DEADLINE_EXCEEDED"
    /// Too many requests are waiting.
    case overloaded = "OVERLOADED"
    /// A frame or a message is too large.
    case payloadTooLarge = "PAYLOAD_TOO_LARGE"
    /// The caller is not known.
    case unauthenticated = "UNAUTHENTICATED"
    /// The caller may not do this.
    case permissionDenied = "PERMISSION_DENIED"
    /// The store is full, read-only or failing.
    case storageUnavailable = "STORAGE_UNAVAILABLE"
    /// The store failed in the middle of committing.
    case commitUnknown = "COMMIT_UNKNOWN"
    /// The key was used for something else.
    case idempotencyKeyReused = "IDEMPOTENCY_KEY_REUSED"
    /// The history asked for is no longer kept.
    case replayTruncated = "REPLAY_TRUNCATED"
    /// The thing has changed since the caller looked.
    case versionMismatch = "VERSION_MISMATCH"
    /// There is not enough in stock.
    case insufficientStock = "INSUFFICIENT_STOCK"
    /// The change would leave the range of a level.
    case quantityOutOfRange = "QUANTITY_OUT_OF_RANGE"
    /// No such fruit.
    case unknownFruit = "UNKNOWN_FRUIT"
    /// No such juice.
    case unknownJuice = "UNKNOWN_JUICE"
    /// No such order.
    case unknownOrder = "UNKNOWN_ORDER"
    /// No such product.
    case unknownProduct = "UNKNOWN_PRODUCT"
    /// A picture cannot be accepted.
    case imageRejected = "IMAGE_REJECTED"
    /// A one-time address is used or too old.
    case uriExpired = "URI_EXPIRED"
    /// The formula is malformed.
    case syntaxError = "SYNTAX_ERROR"
    /// The formula is too long.
    case formulaTooLong = "FORMULA_TOO_LONG"
    /// No such exhibit.
    case unknownEntry = "UNKNOWN_ENTRY"
    /// No such picture.
    case unknownImage = "UNKNOWN_IMAGE"

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

    /// Whether its errors always carry suggestions, if only an empty list.
    package var hasSuggestions: Bool {
        switch self {
        case .methodNotFound, .unknownFruit, .unknownJuice: true
        default: false
        }
    }

    /// The problem type (RFC 9457), such as `urn:jangteo:problem:insufficient-stock`.
    package var problemType: String {
        var name = "urn:jangteo:problem:"
        for scalar in rawValue.unicodeScalars {
            name.unicodeScalars.append(scalar == "_" ? "-" : scalar)
        }
        return name.lowercased()
    }
}
