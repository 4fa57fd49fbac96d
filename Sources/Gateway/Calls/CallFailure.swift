internal import Messages
internal import WireJSON
internal import WorkerClient

/// A call that did not bring a result, with what is needed to say so to a person or a program.
struct CallFailure: Error, Sendable {
    let error: CallError
    let service: ServiceName
    let endpoint: String
    let method: String
    /// How long was waited at most.
    let timeout: Duration
    let isWrite: Bool
    /// The write's key; `nil` for a read, and for a write that was told to have none.
    let key: String?
    /// The command that finds out what became of a write; `nil` where there is nothing to find out, or no key.
    var repeatCommand: String?
    /// Whether another run has sent the write under the same key before, and got no answer.
    var isRepeat = false
    /// The command that looks what became of it without doing it; `nil` where the write is not noted on disk.
    var outcomeCommand: String?
    /// What items are called, where that is known.
    var names = MenuNames()

    /// What became of the call.
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

    var status: ExitReason {
        if case .cancelled = reason { return .interrupted }
        if isOutcomeUnknown { return .outcomeUnknown }
        return switch reason {
        case .refused, .notAdmitted, .badReply: .refused
        case .tooLarge: .usage
        case .unreachable, .timedOut, .outcomeUnknown, .cancelled: .unreachable
        }
    }
}
