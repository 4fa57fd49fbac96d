internal import Journal
internal import Messages
internal import WireJSON

/// The replies of an iteration and whom they go to, until they are sent.
struct Responses {
    /// What a failed commit does to a request.
    enum Standing {
        /// Nothing: it neither read nor changed the state.
        case settled
        /// It saw state that is taken back, and is refused as not applied.
        case undecided
        /// It changed state that is taken back, and shares the fate of the commit.
        case applied
    }

    /// Of a request, what its reply needs.
    struct Subject {
        /// `nil` for a notification, and for what is no request.
        let id: RequestID?
        let isKeyed: Bool
        /// When it arrived, monotonic nanoseconds.
        let arrival: UInt64
        /// Where it is counted.
        let record: MethodRecords.Index
    }

    /// One request that gets a reply.
    struct Slot {
        let subject: Subject
        /// Where its reply is in ``bytes``.
        fileprivate(set) var reply: Range<Int>
        fileprivate let standing: Standing
        /// Why it failed; `nil` when it did not.
        fileprivate(set) var failure: String?
        /// Whether it failed by a fault of the service.
        fileprivate(set) var isFault = false
        /// Whether it is answered from what an earlier request did.
        let isDeduplicated: Bool
    }

    /// One message that gets a message back.
    struct Answer {
        /// Where its address is in ``addresses``.
        let address: Range<Int>
        let isBatch: Bool
        let slots: Range<Int>
        /// Frames after the JSON; a batch has none.
        let attachments: [[UInt8]]
    }

    /// Bytes of replies after which an iteration takes no more messages.
    private static var fullTurn: Int { 4 << 20 }
    /// Replies together above which no memory is kept for the next iteration, in bytes.
    private static var maxKept: Int { 8 << 20 }

    /// What all replies say alike.
    var envelope: ReplyWriter
    /// The most bytes that the results of reads in a batch's reply may take together.
    ///
    /// What is kept back is for the answers to writes, which are always given, and for errors.
    private let room: Int
    private var writer = JSONWriter(capacity: 4_096)
    private(set) var slots: [Slot] = []
    private(set) var answers: [Answer] = []
    /// Where all answers go, end to end.
    private(set) var addresses: [UInt8] = []
    /// The first slot whose fate the next commit decides.
    private var firstOpenSlot = 0
    /// Where methods write their results before they become part of a reply.
    var result = JSONWriter(capacity: 4_096)

    init(_ envelope: ReplyWriter, limits: WorkerLimits) {
        self.envelope = envelope
        room = limits.frameBytes * 3 / 4
    }

    /// All replies, end to end.
    var bytes: [UInt8] { writer.bytes }

    /// Where the next reply will be.
    var end: (slot: Int, byte: Int) { (slots.count, writer.bytes.count) }

    /// How much of the replies that an iteration may have there is; from 1 on it is full.
    var share: Double { Double(writer.bytes.count) / Double(Self.fullTurn) }

    // MARK: Replies

    /// Refuses a read that is not worth beginning, because the reply to its batch is full.
    ///
    /// - Throws: ``RPCError`` `PAYLOAD_TOO_LARGE`.
    func checkRoom(for call: Call) throws(RPCError) { try checkRoom(for: call, 0) }

    /// Refuses a read whose ``result`` would make the reply to its batch too large.
    ///
    /// - Throws: ``RPCError`` `PAYLOAD_TOO_LARGE`.
    func checkResult(of call: Call) throws(RPCError) { try checkRoom(for: call, result.bytes.count) }

    private func checkRoom(for call: Call, _ count: Int) throws(RPCError) {
        guard let start = call.batchStart else { return }
        guard writer.bytes.count - start + count < room else {
            throw RPCError(.payloadTooLarge, "the answer does not fit into the batch's reply; ask again, alone")
        }
    }

    /// Adds the reply to a request, with what is in ``result``; does nothing for a notification.
    mutating func reply(to subject: Subject, _ standing: Standing, sequence: Int?) {
        guard let id = subject.id else { return }
        let start = writer.bytes.count
        envelope.write(result: result.bytes[...], id: id, sequence: sequence, to: &writer)
        add(subject, from: start, standing: standing)
    }

    /// Adds the reply to a request whose key has a result already.
    mutating func reply(to subject: Subject, _ earlier: EarlierResult) {
        guard let id = subject.id else { return }
        let start = writer.bytes.count
        envelope.write(result: earlier.result, id: id, sequence: earlier.sequence, isReplayed: true, to: &writer)
        add(subject, from: start, standing: earlier.standing, isDeduplicated: true)
    }

    mutating func refuse(_ subject: Subject, standing: Standing, because error: RPCError, sequence: Int?) {
        let start = writer.bytes.count
        envelope.write(error: error, id: subject.id, isKeyed: subject.isKeyed, sequence: sequence, to: &writer)
        add(subject, from: start, standing: standing, failure: error.reason)
        slots[slots.count - 1].isFault = error.status >= 500
    }

    private mutating func add(
        _ subject: Subject,
        from start: Int,
        standing: Standing,
        failure: String? = nil,
        isDeduplicated: Bool = false
    ) {
        writer.endText()
        slots.append(
            Slot(
                subject: subject,
                reply: start..<writer.bytes.count,
                standing: standing,
                failure: failure,
                isDeduplicated: isDeduplicated
            )
        )
    }

    // MARK: Commits

    /// Turns the replies that depended on a failed commit into refusals.
    mutating func takeBack(because failure: StorageError, sequence: Int?) {
        for index in firstOpenSlot..<slots.count {
            switch slots[index].standing {
            case .settled: break
            case .undecided: replace(index, by: RPCError(failure, isApplied: false), sequence: sequence)
            case .applied: replace(index, by: RPCError(failure, isApplied: true), sequence: sequence)
            }
        }
        settle()
    }

    private mutating func replace(_ index: Int, by error: RPCError, sequence: Int?) {
        let start = writer.bytes.count
        let subject = slots[index].subject
        envelope.write(error: error, id: subject.id, isKeyed: subject.isKeyed, sequence: sequence, to: &writer)
        writer.endText()
        slots[index].reply = start..<writer.bytes.count
        slots[index].failure = error.reason
        slots[index].isFault = error.status >= 500
    }

    /// Takes note that no later commit decides the fate of the replies that are there.
    mutating func settle() { firstOpenSlot = slots.count }

    // MARK: Messages

    /// Adds the message that answers a message, unless there is nothing to answer.
    ///
    /// - Parameters:
    ///   - firstSlot: Its first reply; all since belong to it.
    ///   - returnAddress: Where it goes.
    ///   - isBatch: Whether the replies are elements of an array.
    ///   - attachments: Frames after the JSON.
    mutating func answer(
        from firstSlot: Int,
        to returnAddress: [UInt8],
        isBatch: Bool,
        attachments: [[UInt8]]
    ) {
        guard firstSlot < slots.count else { return }
        let start = addresses.count
        addresses += returnAddress
        answers.append(
            Answer(
                address: start..<addresses.count,
                isBatch: isBatch,
                slots: firstSlot..<slots.count,
                attachments: attachments
            )
        )
    }

    /// Counts every request of the iteration.
    ///
    /// - Parameters:
    ///   - end: When it was over, monotonic nanoseconds.
    ///   - records: Where.
    func count(until end: UInt64, in records: inout MethodRecords) {
        let slots = slots.span
        for index in slots.indices {
            let subject = slots[index].subject
            records.add(slots[index].failure, nanoseconds: end - subject.arrival, to: subject.record)
        }
    }

    /// Forgets a finished iteration and keeps its memory for the next, unless it was unusually much.
    mutating func endIteration() {
        if writer.bytes.count <= Self.maxKept { writer.removeAll() } else { writer = JSONWriter() }
        slots.removeAll(keepingCapacity: true)
        answers.removeAll(keepingCapacity: true)
        addresses.removeAll(keepingCapacity: true)
        firstOpenSlot = 0
    }
}
