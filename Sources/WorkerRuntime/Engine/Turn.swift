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

    /// Writes that are not committed yet.
    private(set) var entries: [PendingEntry] = []
    private(set) var entryOfKey: [ExactKey: Int] = [:]
    /// The levels they changed, in the order of their first change.
    private(set) var levels: [Level] = []
    private var levelOfItem: [String: Int] = [:]

    /// Who asked for which write.
    var audits: [AuditEntry] = []

    /// Writes that are committed and whose events are not published yet.
    private(set) var committed: [PendingEntry] = []
    var committedEventCount: Int { committed.reduce(0) { $0 + $1.events.count } }

    /// Adds a write to the batch.
    mutating func append(_ entry: PendingEntry) {
        if let key = entry.key { entryOfKey[ExactKey(key)] = entries.count }
        entries.append(entry)
    }

    /// Takes the newest level of an item.
    mutating func setLevel(_ level: Level) {
        if let index = levelOfItem[level.item] {
            levels[index] = level
        } else {
            levelOfItem[level.item] = levels.count
            levels.append(level)
        }
    }

    /// Takes note that the writes are committed.
    mutating func keepCommitted() {
        // Nearly every turn has one commit.
        if committed.isEmpty { swap(&committed, &entries) } else { committed.append(contentsOf: entries) }
    }

    /// Ends a batch of writes, committed or taken back.
    mutating func endBatch() {
        entries.removeAll(keepingCapacity: true)
        entryOfKey.removeAll(keepingCapacity: true)
        levels.removeAll(keepingCapacity: true)
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
        committed.removeAll(keepingCapacity: true)
        audits.removeAll(keepingCapacity: true)
        endBatch()
    }
}
