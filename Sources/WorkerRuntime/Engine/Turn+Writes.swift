internal import Messages
internal import Storage

extension Turn {
    /// Adds a decided write to the batch, and gives its events their positions.
    ///
    /// - Parameters:
    ///   - context: What its method left behind.
    ///   - head: How far the stream has come; moved on.
    ///   - method: As the other parameters what the journal keeps of it: see `JournalBatch`.
    mutating func append(
        _ method: String,
        key: String?,
        fingerprint: [UInt8],
        result: [UInt8],
        causationID: String?,
        traceparent: String?,
        _ context: inout WriteContext,
        after head: inout StreamHead
    ) {
        place(&context.drafts, after: &head)
        head.entry += 1
        if let key { noteKey(key) }
        batch.append(
            number: head.entry,
            method: method,
            key: key,
            fingerprint: fingerprint,
            result: result,
            causationID: causationID,
            traceparent: traceparent,
            events: context.drafts.events,
            isListed: context.isListed
        )
    }

    /// Gives the events of a write their positions, and takes its levels.
    private mutating func place(_ drafts: inout WriteDrafts, after head: inout StreamHead) {
        for index in drafts.events.items.indices {
            (drafts.events.items[index].sequence, drafts.events.items[index].previousSequence) =
                head.advance(subject: drafts.events.items[index].subject)
        }
        for index in drafts.levels.indices {
            let item = drafts.levels[index].item
            // Nearly always it is one of these events that tells of the level, and a few are looked through faster than a
            // text is hashed.
            drafts.levels[index].sequence = drafts.sequence(of: item) ?? head.sequenceOfSubject[item]
            setLevel(drafts.levels[index])
        }
    }
}
