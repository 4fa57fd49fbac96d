internal import Messages

/// A page of the past that is asked for while the one before it is read, so that service and subscriber both work.
struct ReplayAhead {
    /// Of its call.
    let number: Int
    /// Of the ``ReplayRequest`` before it.
    let generation: Int
    let after: Int
    /// Who waits for it by now.
    var request: ReplayRequest?
    /// How it ended, when nobody waited yet.
    var outcome: Result<ChannelReply, CallError>?

    /// Whether it is what is asked for.
    func answers(_ request: ReplayRequest) -> Bool {
        request.generation == generation && request.after == after
            && request.limit == EventsReplayParams.limitRange.upperBound
            && !request.isCheck
    }
}
