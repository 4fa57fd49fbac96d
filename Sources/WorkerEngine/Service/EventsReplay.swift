internal import Journal
internal import Messages
internal import Platform
internal import WireJSON

/// `events.replay`: the past of the stream, from the same rows that were published.
enum EventsReplay {
    /// The most events that one call looks at when a filter leaves most of them out: a bound on the time of one
    /// iteration.
    private static let maxExamined = 2 * EventsReplayParams.limitRange.upperBound

    /// Bytes after which a page ends early: a bound on an iteration, and on what waits for a
    /// peer that does not read.
    private static let fullPage = 256 * 1024

    /// The method.
    ///
    /// - Parameter source: The service's name in events, such as `/juice-service`.
    static func method(source: String) -> RegisteredMethod {
        RegisteredMethod(
            definition: ServiceMethod.replay,
            handler: .readCommitted { params, context, result throws(RPCError) in
                try answer(try EventsReplayParams(params: params), of: source, in: &context, into: &result)
            }
        )
    }

    private static func answer(
        _ params: EventsReplayParams,
        of source: String,
        in context: inout ReadContext,
        into result: inout JSONWriter
    ) throws(RPCError) {
        let (first, last, epoch) = try context.readingJournal { journal throws(StorageError) in
            (journal.firstSequence, journal.lastSequence, journal.epoch)
        }
        guard params.after >= first - 1 || params.after >= last else {
            var error = RPCError(.replayTruncated, "events before \(first) are no longer kept")
            error.firstSequence = first
            throw error
        }
        result.beginObject()
        result.name("events")
        result.beginArray()
        var next = min(params.after, last)
        var left = params.limit
        var examined = 0
        try context.readingJournal { journal throws(StorageError) in
            try journal.readEvents(after: next) { event in
                next = event.sequence
                examined += 1
                if matches(event, anyOf: params.topics) {
                    left -= 1
                    CloudEvent.write(event, source: source, epoch: epoch, to: &result)
                }
                return left > 0 && examined < maxExamined && result.bytes.count < fullPage
            }
        }
        #if DEBUG
            FailPoint.replay.reach()
        #endif
        result.endArray()
        result.member("next", next)
        result.member("complete", next >= last)
        result.endObject()
        context.replayed = (params.limit - left, examined)
    }

    private static func matches(_ event: ReplayedEvent, anyOf prefixes: [String]?) -> Bool {
        guard let prefixes else { return true }
        let topic = event.topic
        return prefixes.contains { topic.utf8.starts(with: $0.utf8) }
    }
}
