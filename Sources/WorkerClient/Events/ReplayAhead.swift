internal import Messages

/// A page of the past that is asked for while the one before it is read, so that service and subscriber both work.
struct ReplayAhead {
    enum State {
        /// Nobody waits for it yet.
        case running
        /// Somebody waits for it.
        case awaited(ReplayRequest)
        /// It ended, and nobody has asked for it yet.
        case ended(Result<ChannelReply, CallError>)
    }

    /// Of its call.
    let number: Int
    /// Of the ``ReplayRequest`` before it.
    let generation: Int
    let after: Int
    var state = State.running

    /// Whether it is what is asked for.
    func answers(_ request: ReplayRequest) -> Bool {
        request.generation == generation && request.after == after
            && request.limit == EventsReplayParams.limitRange.upperBound
            && !request.isCheck
    }
}
