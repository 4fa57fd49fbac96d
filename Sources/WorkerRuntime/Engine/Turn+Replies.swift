internal import WireJSON
internal import ZeroMQ

extension Turn {
    /// All replies of the turn, and whom they go to, end to end.
    var bytes: [UInt8] { writer.bytes }

    /// Where the next reply will be.
    var end: (slot: Int, byte: Int) { (slots.count, bytes.count) }

    /// Adds the reply to one request.
    ///
    /// - Parameters:
    ///   - slot: What else there is to know; where the reply is, is filled in.
    ///   - write: Writes the reply, where it will be sent from.
    mutating func add(_ slot: consuming Slot, _ write: (inout JSONWriter) -> Void) {
        slot.reply = append(write)
        slots.append(slot)
    }

    /// Replaces the reply to a request by a refusal, which `write` writes.
    mutating func replace(_ index: Int, failure: String, _ write: (inout JSONWriter) -> Void) {
        slots[index].reply = append(write)
        slots[index].failure = failure
    }

    /// Adds the message that answers a message, unless there is nothing to answer.
    ///
    /// - Parameters:
    ///   - firstSlot: Its first reply; all since belong to it.
    ///   - peer: The routing id of who gets it.
    ///   - hasDelimiter: Whether an empty frame comes before the JSON.
    ///   - isBatch: Whether the replies are elements of an array.
    ///   - attachments: Frames after the JSON.
    mutating func answer(
        from firstSlot: Int,
        to peer: Span<UInt8>,
        hasDelimiter: Bool,
        isBatch: Bool,
        attachments: [[UInt8]]
    ) {
        guard firstSlot < slots.count else { return }
        answers.append(
            Answer(
                peer: append { $0.raw(peer) },
                hasDelimiter: hasDelimiter,
                isBatch: isBatch,
                slots: firstSlot..<slots.count,
                attachments: attachments
            )
        )
    }

    /// Puts one reply message together: see ``RequestEngine/writeAnswer(_:to:)``.
    ///
    /// It changes nothing but is `mutating`: a method that only reads gets a copy of what lies in an object, for which
    /// references to all its arrays are counted.
    mutating func writeAnswer(_ index: Int, to message: inout ZMQMultipart) {
        // Looked at where they lie: a copy of an answer counts references to its attachments.
        let (answers, slots, bytes) = (answers.span, slots.span, writer.bytes.span)
        let first = answers[index].slots.lowerBound
        message.removeAll()
        message.append(bytes.extracting(answers[index].peer))
        if answers[index].hasDelimiter { message.append(bytes.extracting(0..<0)) }
        guard answers[index].isBatch else {
            message.append(bytes.extracting(slots[first].reply))
            // A reply that a failed commit turned into a refusal has lost its attachments too.
            guard slots[first].failure == nil else { return }
            for attachment in answers[index].attachments { message.append(attachment) }
            return
        }
        var batch: [UInt8] = [UInt8(ascii: "[")]
        for slot in answers[index].slots {
            if slot != first { batch.append(UInt8(ascii: ",")) }
            bytes.extracting(slots[slot].reply).withUnsafeBufferPointer { batch.append(contentsOf: $0) }
        }
        batch.append(UInt8(ascii: "]"))
        message.append(batch)
    }

    /// Counts every request of the turn.
    ///
    /// - Parameters:
    ///   - end: When it was over, monotonic nanoseconds.
    ///   - records: Where.
    func count(until end: UInt64, in records: inout MethodRecords) {
        let slots = slots.span
        for index in slots.indices {
            records.add(slots[index].failure, nanoseconds: end - slots[index].arrival, to: slots[index].record)
        }
    }

    private mutating func append(_ write: (inout JSONWriter) -> Void) -> Range<Int> {
        let start = writer.bytes.count
        write(&writer)
        writer.endText()
        return start..<writer.bytes.count
    }
}
