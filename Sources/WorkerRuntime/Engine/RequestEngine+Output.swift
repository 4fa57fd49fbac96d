public import Messages
internal import Storage
public import ZeroMQ

extension RequestEngine {
    /// How many messages the turn answers.
    public var answerCount: Int { turn.answers.count }

    /// Puts one reply message together: routing id, the delimiter if there was one, the JSON.
    ///
    /// - Parameters:
    ///   - index: Which, `0..<answerCount`.
    ///   - message: Where to; what it held is gone.
    public func writeAnswer(_ index: Int, to message: inout ZMQMultipart) {
        let answer = turn.answers[index]
        let first = answer.slots.lowerBound
        let bytes = turn.bytes
        message.removeAll()
        message.append(bytes.span.extracting(answer.peer))
        if answer.hasDelimiter { message.append(bytes.span.extracting(0..<0)) }
        guard answer.isBatch else {
            message.append(bytes.span.extracting(turn.slots[first].reply))
            // A reply that a failed commit turned into a refusal has lost its attachments too.
            guard turn.slots[first].failure == nil else { return }
            for attachment in answer.attachments { message.append(attachment) }
            return
        }
        var batch: [UInt8] = [UInt8(ascii: "[")]
        for slot in answer.slots {
            if slot != first { batch.append(UInt8(ascii: ",")) }
            batch.append(contentsOf: bytes[turn.slots[slot].reply])
        }
        batch.append(UInt8(ascii: "]"))
        message.append(batch)
    }

    /// The events that the turn made durable, in order; publish them after the replies.
    public var committedEvents: some Sequence<EventRecord> { turn.committed.lazy.flatMap(\.events) }

    /// How many these are.
    public var committedEventCount: Int { turn.committedEventCount }

    /// How far the stream has come; `nil` for a service without one.
    public var marker: StreamMarker? {
        journal.map { StreamMarker(epoch: $0.epoch, sequence: $0.lastSequence, time: clock().wall) }
    }
}
