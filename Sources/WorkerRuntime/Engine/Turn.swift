internal import Messages
internal import Storage
internal import WireJSON

/// Everything between taking messages from the socket and sending their replies.
///
/// It knows nothing of the service's state: a type that does would be handled by the runtime, field by field, because
/// the frame is compiled without the services.
struct Turn {
    /// What a failed commit does to a request.
    enum Standing {
        /// Nothing: it neither read nor changed the state.
        case settled
        /// It saw state that is taken back, and is refused as not applied.
        case undecided
        /// It changed state that is taken back, and shares the fate of the commit.
        case applied
    }

    /// One request that gets a reply.
    struct Slot {
        /// Where its reply is in ``Turn/bytes``.
        var reply: Range<Int> = 0..<0
        let id: RequestID?
        let isKeyed: Bool
        let standing: Standing
        /// Where it is counted.
        let record: MethodRecords.Index
        /// Why it failed; `nil` when it did not.
        var failure: String?
        /// Whether it is answered from what an earlier request did.
        let isReplayed: Bool
        /// When it arrived, monotonic nanoseconds.
        let arrival: UInt64
    }

    /// One message that gets a message back.
    struct Answer {
        /// Where its routing id is in ``Turn/bytes``.
        let peer: Range<Int>
        let hasDelimiter: Bool
        let isBatch: Bool
        let slots: Range<Int>
        /// Frames after the JSON; a batch has none.
        let attachments: [[UInt8]]
    }

    /// Holds all replies of the turn, and whom they go to, end to end.
    var writer = JSONWriter(capacity: 4_096)
    var slots: [Slot] = []
    var answers: [Answer] = []
    /// The first slot whose fate the next commit decides.
    var firstOpenSlot = 0

    /// Writes that are not committed yet, and the levels they changed, in the order of their first change.
    var batch = JournalBatch(time: 0)
    private(set) var entryOfKey = BatchKeys()
    private var levelOfItem: [String: Int] = [:]

    /// Who asked for which write.
    var audits: [AuditEntry] = []

    /// Writes that are committed and whose events are not published yet; nearly every turn has one commit.
    private(set) var committed: [JournalBatch] = []
    var committedEventCount: Int { committed.reduce(0) { $0 + $1.events.count } }

    /// Remembers the key of the write that is added to the batch next.
    mutating func noteKey(_ key: String) {
        entryOfKey.add(key, at: batch.entries.count)
    }

    /// Takes the newest level of an item.
    mutating func setLevel(_ level: Level) {
        if let index = position(ofLevel: level.item) {
            batch.levels[index] = level
        } else {
            levelOfItem[level.item] = batch.levels.count
            batch.levels.append(level)
        }
    }

    private func position(ofLevel item: String) -> Int? {
        // A few are looked through faster than a text is hashed.
        batch.levels.count <= 8 ? batch.levels.firstIndex { $0.item == item } : levelOfItem[item]
    }

    /// Takes note that the writes are committed.
    mutating func keepCommitted() {
        var done = JournalBatch(time: 0)
        swap(&done, &batch)
        committed.append(done)
    }

    /// Ends a batch of writes, committed or taken back.
    mutating func endBatch() {
        batch.removeAll()
        entryOfKey.removeAll()
        levelOfItem.removeAll(keepingCapacity: true)
        firstOpenSlot = slots.count
    }

    /// Replies together above which a turn keeps no memory for the next, in bytes.
    private static var mostKept: Int { 8 << 20 }

    /// Forgets a finished turn and keeps its memory for the next, unless it was unusually much.
    mutating func removeAll() {
        if writer.bytes.count <= Self.mostKept { writer.removeAll() } else { writer = JSONWriter() }
        slots.removeAll(keepingCapacity: true)
        answers.removeAll(keepingCapacity: true)
        // The first of the turn has the memory of those before.
        if let first = committed.first { batch = first }
        committed.removeAll(keepingCapacity: true)
        audits.removeAll(keepingCapacity: true)
        endBatch()
    }
}
