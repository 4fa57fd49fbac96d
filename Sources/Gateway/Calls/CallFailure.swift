internal import Messages
internal import WireJSON
internal import WorkerClient
internal import ZeroMQPatterns

/// A call that did not bring a result, with what is needed to say so to a person or a program.
struct CallFailure: Error, Sendable {
    var error: CallError
    let service: ServiceName
    let endpoint: String
    let method: String
    /// How long was waited at most.
    let timeout: Duration
    let isWrite: Bool
    /// The write's key; `nil` for a read, and for a write that was asked to have none.
    let key: String?
    /// The command that finds out what became of a write; `nil` where there is nothing to find out, or no key.
    var repeatCommand: String?
    /// Whether another run has sent the write under the same key before, and got no answer.
    var isRepeat = false
    /// The command that looks what became of it without doing it; `nil` where the write is not in the outbox.
    var outcomeCommand: String?
    /// What items are called, by their kind and key, where that is known.
    var names: [String: [String: BilingualName]] = [:]
    /// The fruits whose versions were expected.
    var expectedFruits: Set<String> = []
    /// Whether the caller wrote the params as JSON, and so knows their names.
    var isTypedAsJSON = false

    var reason: CallError.Code { error.code }
    /// Whether it went out at least once.
    var wasSent: Bool { error.sends > 0 }

    /// Whether the write may have been done although nobody said so.
    var isOutcomeUnknown: Bool {
        guard isWrite else { return false }
        return switch reason {
        case .outcomeUnknown: true
        // Refused for a reason that may pass, it says nothing about the sending of before.
        case .refused(let error): error.outcome == .unknown || (isRepeat && !error.provesNoEarlierEffect)
        case .badReply, .cancelled: wasSent || isRepeat
        case .unreachable, .notAdmitted, .timedOut, .tooLarge: isRepeat
        }
    }

    /// Whether the service gave an answer, even if it was no.
    var isAnswered: Bool {
        switch reason {
        case .refused, .badReply: true
        case .unreachable, .notAdmitted, .timedOut, .outcomeUnknown, .tooLarge, .cancelled: false
        }
    }

    /// Whether it was never sent, because no service would take it.
    var isTooLarge: Bool {
        if case .tooLarge = reason { true } else { false }
    }

    var status: ExitReason {
        if case .cancelled = reason { return .interrupted }
        if isOutcomeUnknown { return .outcomeUnknown }
        return switch reason {
        case .refused(let error): error.isWrongInput ? .usage : .refused
        case .notAdmitted, .badReply: .refused
        case .tooLarge: .usage
        case .unreachable, .timedOut, .outcomeUnknown, .cancelled: .unreachable
        }
    }
}

extension CallFailure {
    /// Writes the `error` object: the service's own, or one of the same shape without a number.
    func writeError(to writer: inout JSONWriter) {
        if case .refused(let error) = reason {
            error.write(isKeyed: key != nil, to: &writer)
            return
        }
        writer.beginObject()
        writer.member("message", message)
        writer.object("data") { writer in
            writer.member("reason", word)
            writer.member("retryable", isRetryable)
            writer.member("outcome", (isOutcomeUnknown ? Outcome.unknown : .notApplied).rawValue)
            writer.member("detail", detail)
        }
        writer.endObject()
    }

    /// The document that a program gets on standard output in place of a result.
    var document: [UInt8] {
        JSONWriter.object { writer in
            writer.name("error")
            writeError(to: &writer)
            if isWrite, let key { writer.member("idempotencykey", key) }
            if isOutcomeUnknown, let repeatCommand { writer.member("command", repeatCommand) }
        }
    }

    /// The reason as a word, in the manner of the error table.
    var word: String {
        switch reason {
        case .refused(let error): error.reason
        case .unreachable: "UNREACHABLE"
        case .notAdmitted(let fault): fault.word.uppercased()
        case .timedOut: "NO_ANSWER"
        case .outcomeUnknown: "OUTCOME_UNKNOWN"
        case .tooLarge: "TOO_LARGE"
        case .badReply: "BAD_REPLY"
        case .cancelled: "INTERRUPTED"
        }
    }

    private var message: String {
        switch reason {
        case .refused(let error): error.message
        case .unreachable: "the service is not reachable"
        case .notAdmitted(.keyNeeded): "the service requires a key"
        case .notAdmitted(.keyRefused): "the service does not accept this key"
        case .notAdmitted(.wrongServerKey): "the other end does not have the service's key"
        case .notAdmitted(.curveMissing): "the other end does not speak CURVE"
        case .notAdmitted(.foreignUser): "the other end is a process of another user"
        case .timedOut: "no answer in time"
        case .outcomeUnknown: "sent, but no answer says whether it was done"
        case .tooLarge: "the request is too large to send"
        case .badReply: "the answer cannot be understood"
        case .cancelled: "interrupted"
        }
    }

    private var detail: String {
        switch reason {
        case .tooLarge(let detail), .badReply(let detail): detail
        case .refused, .unreachable, .notAdmitted, .timedOut, .outcomeUnknown, .cancelled: "\(method) at \(endpoint)"
        }
    }

    private var isRetryable: Bool {
        switch reason {
        case .tooLarge, .refused, .notAdmitted: false
        case .badReply, .outcomeUnknown, .cancelled: !isWrite || key != nil
        case .unreachable, .timedOut: true
        }
    }
}

extension AdmissionFault {
    /// As keys of texts end with it.
    var word: String {
        switch self {
        case .keyNeeded: "key_needed"
        case .keyRefused: "key_refused"
        case .wrongServerKey: "wrong_server_key"
        case .curveMissing: "curve_missing"
        case .foreignUser: "foreign_user"
        }
    }

    /// The id of the user whose process listens; empty where that is not the fault.
    var user: String {
        if case .foreignUser(let user) = self { "\(user)" } else { "" }
    }
}

extension RPCError {
    /// Whether the request would be refused whenever and by whomever it is made; an unknown reason's status says so.
    var isWrongInput: Bool {
        switch knownReason {
        case nil: [400, 413, 415, 422].contains(status)
        case .parseError, .invalidRequest, .methodNotFound, .invalidParams, .payloadTooLarge, .imageRejected,
            .syntaxError, .formulaTooLong:
            true
        default: false
        }
    }
}
