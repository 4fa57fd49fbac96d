public import ZeroMQ

/// What came of a request.
public struct RequestReply: Sendable, Hashable {
    /// What the server answered: the frames after the word `done`.
    public let body: ZMQMultipart
    /// The time from the first sending to the answer.
    public let roundTrip: Duration
    /// How often it was sent.
    public let sends: Int

    /// What an outcome is to who waits for it.
    static func result(of outcome: RequestOutcome<FramedCodec>) -> Result<RequestReply, RequestError> {
        if case .answered(let body, let roundTrip) = outcome.ending {
            return .success(RequestReply(body: body, roundTrip: roundTrip, sends: outcome.sends))
        }
        let code: RequestError.Code =
            switch outcome.ending {
            case .answered, .unreadable: .badReply
            case .refused(let answer): .refused(answer)
            case .unreachable: .unreachable
            case .notAdmitted(let fault): .notAdmitted(fault)
            case .timedOut: .timedOut
            case .outcomeUnknown: .outcomeUnknown
            case .cancelled: .closed
            }
        return .failure(
            RequestError(code: code, key: outcome.request.key, sends: outcome.sends, lastAnswer: outcome.lastRefusal)
        )
    }
}

/// Why a request has no result.
public struct RequestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What became of the request.
    public enum Code: Sendable, Hashable {
        /// The server said no, or could not do it in time, and nothing has happened.
        case refused(RequestAnswer)
        /// It was never sent, because nobody was there.
        case unreachable
        /// It was not sent, or not done, because someone is there who does not admit us.
        case notAdmitted(AdmissionFault)
        /// There was no answer in time, and nothing has changed: a read, or a write that was never sent.
        case timedOut
        /// A write may or may not have happened; the same key finds out.
        case outcomeUnknown
        /// A read was answered with something that is no answer.
        case badReply
        /// The client was closed. A write that was sent may have happened.
        case closed
        /// The key is empty or has more than 255 bytes; nothing was sent.
        case invalidKey
    }

    /// What became of it.
    public let code: Code
    /// The key that it was sent with, to ask again with.
    public let key: String?
    /// How often it was sent.
    public let sends: Int
    /// The last answer that was no result, also where it decides nothing.
    public let lastAnswer: RequestAnswer?

    /// What happened, in English.
    public var description: String {
        switch code {
        case .refused(.refused(let body)) where body.count > 0: "refused: \(body.text(0))"
        case .refused: "refused: no server could do it in time"
        case .unreachable: "unreachable: nobody answers at any endpoint"
        case .notAdmitted(let fault): "not admitted: \(fault)"
        case .timedOut: "timed out: no answer in time"
        case .outcomeUnknown: "outcome unknown: it was sent, and no answer says whether it was done"
        case .badReply: "bad reply: the answer cannot be read"
        case .closed: "closed: the client has ended"
        case .invalidKey: "invalid key: it is empty or has more than 255 bytes"
        }
    }
}
