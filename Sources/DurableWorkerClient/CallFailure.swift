internal import WorkerClient

/// Why a call has no answer of its service.
public struct CallFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What became of the call.
    public enum Code: Sendable, Hashable {
        /// It was never sent: nobody was there.
        case unreachable
        /// The server does not admit this client.
        case notAdmitted
        /// There was no answer in time, and nothing was changed.
        case timedOut
        /// The write may have been done or not; the same call with the same key finds out.
        case outcomeUnknown
        /// The request is over a limit, and was not sent.
        case tooLarge
        /// The answer is not one.
        case badReply
        /// The task was cancelled, or the client has ended; a write that was sent may have been done.
        case cancelled
    }

    /// What became of the call.
    public let code: Code
    /// The key that the write was sent with; `nil` for a read.
    public let key: String?
    /// One sentence.
    public let description: String

    init(_ error: CallError) {
        code =
            switch error.code {
            case .unreachable, .refused: .unreachable
            case .notAdmitted: .notAdmitted
            case .timedOut: .timedOut
            case .outcomeUnknown: .outcomeUnknown
            case .tooLarge: .tooLarge
            case .badReply: .badReply
            case .cancelled: .cancelled
            }
        key = error.idempotencyKey
        description = error.description
    }
}
