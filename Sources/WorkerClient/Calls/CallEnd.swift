internal import Messages

/// How a call ended: the one time its caller is told.
struct CallEnd: Hashable {
    enum Ending: Hashable {
        /// By the result in the reply at hand.
        case answered
        /// Without one.
        case failed(CallError.Code)
    }

    let number: Int
    let ending: Ending
    /// How often it was sent.
    let sends: Int
    /// When it was first sent.
    let firstSent: SuspendingClock.Instant?
    let lastError: RPCError?
}
