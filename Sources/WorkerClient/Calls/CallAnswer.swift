internal import Messages

/// What a reply says to a call.
enum CallAnswer {
    /// It was done.
    case result
    /// It was refused, or failed.
    case error(RPCError)
    /// A reply to this call that cannot be understood.
    case unreadable(String)
}
