internal import Messages
internal import Storage
internal import WireJSON

/// `events.replay`: the past of the stream, from the same rows that were published.
enum EventsReplay {
    /// The most events that one call looks at when a filter leaves most of them out: a bound on the time of one turn.
    private static let mostExamined = 2 * EventsReplayParams.limitRange.upperBound

    /// Bytes after which a page ends early: a bound on a turn, and on what waits for a
    /// peer that does not read.
    private static let fullPage = 256 * 1024

    /// The method, for a service with any state.
    ///
    /// - Parameter done: Told of how many events each call returned, and how many it looked at for that.
    static func method<State>(of: State.Type, done: @escaping (_ returned: Int, _ examined: Int) -> Void)
        -> Method<State>
    {
        Method(
            ServiceMethod.replay,
            .history { params, context, result throws(RPCError) in
                let (returned, examined) = try answer(try EventsReplayParams(params), context, &result)
                done(returned, examined)
            }
        )
    }

    private static func answer(
        _ params: EventsReplayParams,
        _ context: HistoryContext,
        _ result: inout JSONWriter
    ) throws(RPCError) -> (returned: Int, examined: Int) {
        let journal = context.journal
        guard params.after >= journal.firstSequence - 1 || params.after >= journal.lastSequence else {
            var error = RPCError(.replayTruncated, "events before \(journal.firstSequence) are no longer kept")
            error.firstSequence = journal.firstSequence
            throw error
        }
        let epoch = journal.epoch
        result.beginObject()
        result.name("events")
        result.beginArray()
        var next = min(params.after, journal.lastSequence)
        var left = params.limit
        var examined = 0
        try context.reading { journal throws(StorageError) in
            try journal.readEvents(after: next) { event in
                next = event.sequence
                examined += 1
                if matches(event, params.topics) {
                    left -= 1
                    CloudEvent.write(event, source: context.source, epoch: epoch, to: &result)
                }
                return left > 0 && examined < mostExamined && result.bytes.count < fullPage
            }
        }
        #if DEBUG
            FailPoint.replay.reach()
        #endif
        result.endArray()
        result.member("next", next)
        result.member("complete", next >= journal.lastSequence)
        result.endObject()
        return (params.limit - left, examined)
    }

    private static func matches(_ event: ReplayedEvent, _ prefixes: [String]?) -> Bool {
        guard let prefixes else { return true }
        let topic = event.topic
        return prefixes.contains { topic.utf8.starts(with: $0.utf8) }
    }
}
