// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.

/// Every reason a service gives for an error.
public enum ErrorReason: String, Sendable, Hashable, CaseIterable {
    /// The frame is not valid JSON.
    case parseError = "PARSE_ERROR"
    /// The JSON is not a valid request.
    case invalidRequest = "INVALID_REQUEST"
    /// The service has no such method.
    case methodNotFound = "METHOD_NOT_FOUND"
    /// A parameter is missing, of the wrong type or out of its range.
    case invalidParams = "INVALID_PARAMS"
    /// Something went wrong inside the service.
    case `internal` = "INTERNAL"
    /// The service is starting or draining.
    case unavailable = "UNAVAILABLE"
    /// The time the caller gave was over before the work began.
    case deadlineExceeded = "DEADLINE_EXCEEDED"
    /// Too many requests are in flight.
    case overloaded = "OVERLOADED"
    /// The message or the answer is over a size limit.
    case payloadTooLarge = "PAYLOAD_TOO_LARGE"
    /// The caller is not known.
    case unauthenticated = "UNAUTHENTICATED"
    /// The caller may not do this.
    case permissionDenied = "PERMISSION_DENIED"
    /// The store is full, read-only or failing.
    case storageUnavailable = "STORAGE_UNAVAILABLE"
    /// The store failed while committing.
    case commitUnknown = "COMMIT_UNKNOWN"
    /// The idempotency key was used for another request.
    case idempotencyKeyReused = "IDEMPOTENCY_KEY_REUSED"
    /// The events asked for are no longer kept.
    case replayTruncated = "REPLAY_TRUNCATED"
    /// Another worker of the service takes writes.
    case notActive = "NOT_ACTIVE"
    /// This worker is not yet at the position that the caller has seen.
    case behind = "BEHIND"
    /// The expected version no longer holds.
    case versionMismatch = "VERSION_MISMATCH"
    /// The stock does not allow it.
    case insufficientStock = "INSUFFICIENT_STOCK"
    /// A level would leave its range.
    case quantityOutOfRange = "QUANTITY_OUT_OF_RANGE"
    /// There is no such fruit.
    case unknownFruit = "UNKNOWN_FRUIT"
    /// There is no such juice.
    case unknownJuice = "UNKNOWN_JUICE"
    /// There is no such order.
    case unknownOrder = "UNKNOWN_ORDER"
    /// There is no such product.
    case unknownProduct = "UNKNOWN_PRODUCT"
    /// A picture cannot be accepted.
    case imageRejected = "IMAGE_REJECTED"
    /// The address is used or too old.
    case uriExpired = "URI_EXPIRED"
    /// The formula is malformed.
    case syntaxError = "SYNTAX_ERROR"
    /// The formula is over its limits.
    case formulaTooLong = "FORMULA_TOO_LONG"
    /// There is no such entry.
    case unknownEntry = "UNKNOWN_ENTRY"
    /// There is no such picture.
    case unknownImage = "UNKNOWN_IMAGE"
}

extension ErrorReason {
    /// The row of a reason.
    var definition: Definition {
        switch self {
        case .parseError:
            Definition(
                code: -32700,
                status: 400,
                retry: .never,
                outcome: .notApplied,
                summary: "not valid JSON"
            )
        case .invalidRequest:
            Definition(
                code: -32600,
                status: 400,
                retry: .never,
                outcome: .notApplied,
                summary: "not a valid request"
            )
        case .methodNotFound:
            Definition(
                code: -32601,
                status: 404,
                retry: .never,
                outcome: .notApplied,
                summary: "method not found"
            )
        case .invalidParams:
            Definition(
                code: -32602,
                status: 422,
                retry: .never,
                outcome: .notApplied,
                summary: "invalid parameters"
            )
        case .internal:
            Definition(
                code: -32603,
                status: 500,
                retry: .withKey,
                outcome: .unknown,
                summary: "internal error"
            )
        case .unavailable:
            Definition(
                code: -32000,
                status: 503,
                retry: .always,
                outcome: .notApplied,
                summary: "service unavailable"
            )
        case .deadlineExceeded:
            Definition(
                code: -32001,
                status: 504,
                retry: .always,
                outcome: .notApplied,
                summary: "deadline exceeded"
            )
        case .overloaded:
            Definition(
                code: -32002,
                status: 429,
                retry: .always,
                outcome: .notApplied,
                summary: "too many requests are waiting"
            )
        case .payloadTooLarge:
            Definition(
                code: -32003,
                status: 413,
                retry: .never,
                outcome: .notApplied,
                summary: "the message is too large"
            )
        case .unauthenticated:
            Definition(
                code: -32004,
                status: 401,
                retry: .never,
                outcome: .notApplied,
                summary: "unauthenticated"
            )
        case .permissionDenied:
            Definition(
                code: -32005,
                status: 403,
                retry: .never,
                outcome: .notApplied,
                summary: "permission denied"
            )
        case .storageUnavailable:
            Definition(
                code: -32006,
                status: 503,
                retry: .always,
                outcome: .notApplied,
                summary: "storage unavailable"
            )
        case .commitUnknown:
            Definition(
                code: -32007,
                status: 500,
                retry: .withKey,
                outcome: .unknown,
                summary: "the outcome of the commit is unknown"
            )
        case .idempotencyKeyReused:
            Definition(
                code: -32008,
                status: 422,
                retry: .never,
                outcome: .notApplied,
                summary: "idempotency key reused for another request"
            )
        case .replayTruncated:
            Definition(
                code: -32009,
                status: 410,
                retry: .never,
                outcome: .notApplied,
                summary: "that history is no longer kept"
            )
        case .notActive:
            Definition(
                code: -32010,
                status: 421,
                retry: .always,
                outcome: .notApplied,
                summary: "another worker takes writes"
            )
        case .behind:
            Definition(
                code: -32011,
                status: 503,
                retry: .always,
                outcome: .notApplied,
                summary: "this worker has not applied what was asked for yet"
            )
        case .versionMismatch:
            Definition(
                code: 1001,
                status: 409,
                retry: .never,
                outcome: .notApplied,
                summary: "it has changed in the meantime"
            )
        case .insufficientStock:
            Definition(
                code: 1010,
                status: 409,
                retry: .never,
                outcome: .notApplied,
                summary: "there is not enough in stock"
            )
        case .quantityOutOfRange:
            Definition(
                code: 1011,
                status: 422,
                retry: .never,
                outcome: .notApplied,
                summary: "the quantity would be out of range"
            )
        case .unknownFruit:
            Definition(
                code: 1101,
                status: 404,
                retry: .never,
                outcome: .notApplied,
                summary: "there is no such fruit"
            )
        case .unknownJuice:
            Definition(
                code: 1102,
                status: 404,
                retry: .never,
                outcome: .notApplied,
                summary: "there is no such juice"
            )
        case .unknownOrder:
            Definition(
                code: 1103,
                status: 404,
                retry: .never,
                outcome: .notApplied,
                summary: "there is no such order"
            )
        case .unknownProduct:
            Definition(
                code: 1201,
                status: 404,
                retry: .never,
                outcome: .notApplied,
                summary: "there is no such product"
            )
        case .imageRejected:
            Definition(
                code: 1202,
                status: 415,
                retry: .never,
                outcome: .notApplied,
                summary: "the picture cannot be accepted"
            )
        case .uriExpired:
            Definition(
                code: 1203,
                status: 410,
                retry: .never,
                outcome: .notApplied,
                summary: "the address is used or too old"
            )
        case .syntaxError:
            Definition(
                code: 1301,
                status: 422,
                retry: .never,
                outcome: .notApplied,
                summary: "syntax error in the formula"
            )
        case .formulaTooLong:
            Definition(
                code: 1302,
                status: 422,
                retry: .never,
                outcome: .notApplied,
                summary: "the formula is too long"
            )
        case .unknownEntry:
            Definition(
                code: 1401,
                status: 404,
                retry: .never,
                outcome: .notApplied,
                summary: "there is no such exhibit"
            )
        case .unknownImage:
            Definition(
                code: 1402,
                status: 404,
                retry: .never,
                outcome: .notApplied,
                summary: "there is no such picture"
            )
        }
    }

    /// Whether its errors always carry suggestions, if only an empty list.
    package var hasSuggestions: Bool {
        switch self {
        case .methodNotFound, .unknownFruit, .unknownJuice: true
        default: false
        }
    }

    /// Whether the same content under the same key gets it whenever it arrives.
    package var isFinal: Bool {
        switch self {
        case .invalidParams, .idempotencyKeyReused, .unknownFruit, .unknownJuice: true
        default: false
        }
    }
}
