package import Messages
package import ZeroMQPatterns

/// Why a call has no result.
package struct CallError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What became of the call.
    ///
    /// Indirect, as ``LastError`` is, so that a call that waits has little room for what may go wrong.
    package indirect enum Code: Sendable, Hashable {
        /// The service said no, and the thing did not happen.
        case refused(RPCError)
        /// It was never sent, because nobody was there.
        case unreachable
        /// It was not sent, or not done, because someone is there who does not admit us.
        case notAdmitted(AdmissionFault)
        /// There was no answer in time, and nothing has changed: a read, or a write that was never sent.
        case timedOut
        /// A write may or may not have happened; the same key finds out.
        case outcomeUnknown
        /// The request is over a limit of the wire and was not sent; the text says which.
        case tooLarge(String)
        /// A read was answered with something that is no reply; the text says what.
        case badReply(String)
        /// The caller's task was cancelled, or the client was closed. A write that was sent may have happened.
        case cancelled
    }

    private indirect enum LastError: Sendable, Hashable {
        case none
        case some(RPCError)
    }

    /// What became of the call.
    package let code: Code
    /// The key that the request was sent with.
    package let idempotencyKey: String?
    /// How often it was sent.
    package let sends: Int
    private let last: LastError

    /// The last error that the service answered with, also where it decides nothing.
    package var lastError: RPCError? {
        if case .some(let error) = last { error } else { nil }
    }

    package init(_ code: Code, idempotencyKey: String? = nil, sends: Int = 0, lastError: RPCError? = nil) {
        self.code = code
        self.idempotencyKey = idempotencyKey
        self.sends = sends
        last = lastError.map { .some($0) } ?? .none
    }

    /// What happened, in English.
    package var description: String {
        switch code {
        case .refused(let error): "refused: \(error.reason): \(error.detail)"
        case .unreachable: "unreachable: nobody answers at the endpoint"
        case .notAdmitted(.keyNeeded): "not admitted: the service requires a key"
        case .notAdmitted(.keyRefused): "not admitted: the service does not accept this key"
        case .notAdmitted(.wrongServerKey):
            "not admitted: the other end does not have the service's key"
        case .notAdmitted(.curveMissing): "not admitted: the other end does not speak CURVE"
        case .notAdmitted(.foreignUser(let user)): "not admitted: the other end is a process of user \(user)"
        case .timedOut: "timed out: no answer in time"
        case .outcomeUnknown: "outcome unknown: the request was sent, and no answer says whether it was carried out"
        case .tooLarge(let text): "too large: \(text)"
        case .badReply(let text): "bad reply: \(text)"
        case .cancelled: "cancelled"
        }
    }
}
