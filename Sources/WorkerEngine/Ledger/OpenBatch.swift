internal import Journal
internal import Messages

/// The writes that are decided and not committed yet.
struct OpenBatch {
    /// What is handed to the journal: the writes, and the levels they changed, in the order of their first change.
    private(set) var journal = JournalBatch(time: 0)
    /// The place of the write with a key.
    private var placeOfKey: [ExactKey: Int] = [:]
    private var placeOfLevel: [String: Int] = [:]

    var isEmpty: Bool { journal.entries.isEmpty }

    /// The time of all its writes, in milliseconds since 1970-01-01 UTC.
    var time: Int {
        get { journal.time }
        set { journal.time = newValue }
    }

    /// The write with a key; `nil` when there is none.
    ///
    /// It changes nothing but is `mutating`: see ``Responses/writeAnswer(_:to:)``.
    ///
    /// - Returns: Its fingerprint, its result, and the position that its answer names: its last event or, if it has
    ///   none, the last one before it; `nil` if there is none in the batch.
    mutating func write(with key: String) -> (fingerprint: [UInt8], result: ArraySlice<UInt8>, sequence: Int?)? {
        guard let place = placeOfKey[ExactKey(key)] else { return nil }
        let entry = journal.entries[place]
        let bytes = journal.bytes
        return (
            entry.fingerprint.map { Array(bytes[$0]) } ?? [],
            bytes[entry.result],
            journal.events[..<entry.events.upperBound].last?.sequence
        )
    }

    /// Adds a decided write, and gives its events their positions.
    ///
    /// - Parameters:
    ///   - context: What its method left behind.
    ///   - request: What asked for it; `nil` for a change that no request asked for.
    ///   - name: What the journal calls it.
    ///   - identity: How it is recognised when it comes again.
    ///   - result: Its result, one JSON value.
    ///   - head: How far the stream has come; moved on.
    mutating func append(
        _ context: inout WriteContext,
        of request: Request?,
        as name: String,
        identity: WriteIdentity,
        result: [UInt8],
        after head: inout StreamHead
    ) {
        place(&context.drafts, after: &head)
        if !context.drafts.files.isEmpty { journal.files += context.drafts.files }
        head.entry += 1
        if let key = identity.key { placeOfKey[ExactKey(key)] = journal.entries.count }
        journal.append(
            number: head.entry,
            method: name,
            key: identity.key,
            fingerprint: identity.fingerprint,
            result: context.storedResult ?? result,
            causationID: request?.id.flatMap { Self.causation($0) },
            traceparent: request?.meta.traceparent,
            events: context.drafts.events,
            isListed: context.isListed
        )
    }

    /// The longest request id that becomes an event's `causationid`, in bytes.
    private static var maxCausationLength: Int { 128 }

    /// What events say of the request that caused them.
    ///
    /// A peer chooses its ids; CloudEvents allow no control characters, and an endless one must not be copied into
    /// every event it causes.
    private static func causation(_ id: RequestID) -> String? {
        let id = id.description
        guard id.utf8.count <= maxCausationLength else { return nil }
        let bytes = id.utf8.span
        return bytes.indices.allSatisfy { bytes[$0] >= 0x20 && bytes[$0] != 0x7F } ? id : nil
    }

    /// Gives the events of a write their positions, and takes its levels.
    private mutating func place(_ drafts: inout WriteDrafts, after head: inout StreamHead) {
        for index in drafts.events.items.indices {
            (drafts.events.items[index].sequence, drafts.events.items[index].previousSequence) =
                head.advance(subject: drafts.events.items[index].subject)
        }
        for index in drafts.levels.indices {
            let item = drafts.levels[index].item
            // Nearly always it is one of these events that tells of the level, and a few are looked through faster than
            // a text is hashed.
            drafts.levels[index].sequence = drafts.sequence(of: item) ?? head.sequenceOfSubject[item]
            setLevel(drafts.levels[index])
        }
    }

    private mutating func setLevel(_ level: Level) {
        if let place = place(ofLevel: level.item) {
            journal.levels[place] = level
        } else {
            placeOfLevel[level.item] = journal.levels.count
            journal.levels.append(level)
        }
    }

    private func place(ofLevel item: String) -> Int? {
        // A few are looked through faster than a text is hashed.
        journal.levels.count <= 8 ? journal.levels.firstIndex { $0.item == item } : placeOfLevel[item]
    }

    /// Gives away what is handed to the journal.
    mutating func take() -> JournalBatch {
        var taken = JournalBatch(time: 0)
        swap(&taken, &journal)
        return taken
    }

    /// Uses the memory of a batch whose events were published.
    mutating func reuse(_ batch: consuming JournalBatch) {
        journal = batch
        removeAll()
    }

    /// Forgets all and keeps the memory.
    mutating func removeAll() {
        journal.removeAll()
        placeOfKey.removeAll(keepingCapacity: true)
        placeOfLevel.removeAll(keepingCapacity: true)
    }
}
