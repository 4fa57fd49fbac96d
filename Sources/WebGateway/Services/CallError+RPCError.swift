internal import Messages
internal import WorkerClient

extension CallError {
    /// The row of the table of errors that says the same.
    var rpcError: RPCError {
        switch code {
        case .refused(let refusal): refusal
        case .unreachable, .notAdmitted: RPCError(.unavailable, description)
        case .timedOut: RPCError(.deadlineExceeded, description)
        case .outcomeUnknown: RPCError(.commitUnknown, description)
        case .tooLarge: RPCError(.payloadTooLarge, description)
        case .badReply: RPCError(.internal, description)
        case .cancelled: RPCError(.commitUnknown, description)
        }
    }
}
