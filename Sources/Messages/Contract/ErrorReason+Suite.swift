// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.

extension ErrorReason {
    /// The frame is not valid JSON.
    package static let parseError = ErrorReason("PARSE_ERROR", code: -32700, status: 400, "not valid JSON")
    /// The JSON is not a valid request.
    package static let invalidRequest = ErrorReason("INVALID_REQUEST", code: -32600, status: 400, "not a valid request")
    /// The service has no such method.
    package static let methodNotFound = ErrorReason(
        "METHOD_NOT_FOUND",
        code: -32601,
        status: 404,
        outcome: .notApplied,
        hasSuggestions: true,
        "method not found"
    )
    /// A parameter is missing, of the wrong type or out of its range.
    package static let invalidParams = ErrorReason(
        "INVALID_PARAMS",
        code: -32602,
        status: 422,
        isFinal: true,
        "invalid parameters"
    )
    /// Something went wrong inside the service.
    package static let `internal` = ErrorReason(
        "INTERNAL",
        code: -32603,
        status: 500,
        retry: .withKey,
        outcome: .unknown,
        "internal error"
    )
    /// The service is starting or draining.
    package static let unavailable = ErrorReason(
        "UNAVAILABLE",
        code: -32000,
        status: 503,
        retry: .always,
        "service unavailable"
    )
    /// The time the caller gave was over before the work began.
    package static let deadlineExceeded = ErrorReason(
        "DEADLINE_EXCEEDED",
        code: -32001,
        status: 504,
        retry: .always,
        "deadline exceeded"
    )
    /// Too many requests are in flight.
    package static let overloaded = ErrorReason(
        "OVERLOADED",
        code: -32002,
        status: 429,
        retry: .always,
        "too many requests are waiting"
    )
    /// The message or the answer is over a size limit.
    package static let payloadTooLarge = ErrorReason(
        "PAYLOAD_TOO_LARGE",
        code: -32003,
        status: 413,
        "the message is too large"
    )
    /// The caller is not known.
    package static let unauthenticated = ErrorReason("UNAUTHENTICATED", code: -32004, status: 401, "unauthenticated")
    /// The caller may not do this.
    package static let permissionDenied = ErrorReason(
        "PERMISSION_DENIED",
        code: -32005,
        status: 403,
        "permission denied"
    )
    /// The store is full, read-only or failing.
    package static let storageUnavailable = ErrorReason(
        "STORAGE_UNAVAILABLE",
        code: -32006,
        status: 503,
        retry: .always,
        "storage unavailable"
    )
    /// The store failed while committing.
    package static let commitUnknown = ErrorReason(
        "COMMIT_UNKNOWN",
        code: -32007,
        status: 500,
        retry: .withKey,
        outcome: .unknown,
        "the outcome of the commit is unknown"
    )
    /// The idempotency key was used for another request.
    package static let idempotencyKeyReused = ErrorReason(
        "IDEMPOTENCY_KEY_REUSED",
        code: -32008,
        status: 422,
        isFinal: true,
        "idempotency key reused for another request"
    )
    /// The events asked for are no longer kept.
    package static let replayTruncated = ErrorReason(
        "REPLAY_TRUNCATED",
        code: -32009,
        status: 410,
        "that history is no longer kept"
    )
    /// Another worker of the service takes writes.
    package static let notActive = ErrorReason(
        "NOT_ACTIVE",
        code: -32010,
        status: 421,
        retry: .always,
        "another worker takes writes"
    )
    /// This worker is not yet at the position that the caller has seen.
    package static let behind = ErrorReason(
        "BEHIND",
        code: -32011,
        status: 503,
        retry: .always,
        "this worker has not applied what was asked for yet"
    )
    /// The expected version no longer holds.
    package static let versionMismatch = ErrorReason(
        "VERSION_MISMATCH",
        code: 1001,
        status: 409,
        "it has changed in the meantime"
    )
    /// The stock does not allow it.
    package static let insufficientStock = ErrorReason(
        "INSUFFICIENT_STOCK",
        code: 1010,
        status: 409,
        "there is not enough in stock"
    )
    /// A level would leave its range.
    package static let quantityOutOfRange = ErrorReason(
        "QUANTITY_OUT_OF_RANGE",
        code: 1011,
        status: 422,
        "the quantity would be out of range"
    )
    /// There is no such fruit.
    package static let unknownFruit = ErrorReason(
        "UNKNOWN_FRUIT",
        code: 1101,
        status: 404,
        outcome: .notApplied,
        isFinal: true,
        hasSuggestions: true,
        "there is no such fruit"
    )
    /// There is no such juice.
    package static let unknownJuice = ErrorReason(
        "UNKNOWN_JUICE",
        code: 1102,
        status: 404,
        outcome: .notApplied,
        isFinal: true,
        hasSuggestions: true,
        "there is no such juice"
    )
    /// There is no such order.
    package static let unknownOrder = ErrorReason("UNKNOWN_ORDER", code: 1103, status: 404, "there is no such order")
    /// There is no such product.
    package static let unknownProduct = ErrorReason(
        "UNKNOWN_PRODUCT",
        code: 1201,
        status: 404,
        "there is no such product"
    )
    /// A picture cannot be accepted.
    package static let imageRejected = ErrorReason(
        "IMAGE_REJECTED",
        code: 1202,
        status: 415,
        "the picture cannot be accepted"
    )
    /// The address is used or too old.
    package static let uriExpired = ErrorReason(
        "URI_EXPIRED",
        code: 1203,
        status: 410,
        "the address is used or too old"
    )
    /// The formula is malformed.
    package static let syntaxError = ErrorReason("SYNTAX_ERROR", code: 1301, status: 422, "syntax error in the formula")
    /// The formula is over its limits.
    package static let formulaTooLong = ErrorReason(
        "FORMULA_TOO_LONG",
        code: 1302,
        status: 422,
        "the formula is too long"
    )
    /// There is no such entry.
    package static let unknownEntry = ErrorReason("UNKNOWN_ENTRY", code: 1401, status: 404, "there is no such exhibit")
    /// There is no such picture.
    package static let unknownImage = ErrorReason("UNKNOWN_IMAGE", code: 1402, status: 404, "there is no such picture")

    /// Every reason of the engine and of the services of the suite.
    package static let suite: [ErrorReason] = [
        .parseError,
        .invalidRequest,
        .methodNotFound,
        .invalidParams,
        .internal,
        .unavailable,
        .deadlineExceeded,
        .overloaded,
        .payloadTooLarge,
        .unauthenticated,
        .permissionDenied,
        .storageUnavailable,
        .commitUnknown,
        .idempotencyKeyReused,
        .replayTruncated,
        .notActive,
        .behind,
        .versionMismatch,
        .insufficientStock,
        .quantityOutOfRange,
        .unknownFruit,
        .unknownJuice,
        .unknownOrder,
        .unknownProduct,
        .imageRejected,
        .uriExpired,
        .syntaxError,
        .formulaTooLong,
        .unknownEntry,
        .unknownImage,
    ]
}
