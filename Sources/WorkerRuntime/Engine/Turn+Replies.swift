internal import Messages

extension Turn {
    /// Where the next reply will be.
    var end: (slot: Int, byte: Int) { (slots.count, bytes.count) }

    /// Adds the reply to one request.
    ///
    /// - Parameters:
    ///   - text: The reply.
    ///   - slot: What else there is to know; where the reply is, is filled in.
    mutating func add(_ text: [UInt8], _ slot: consuming Slot) {
        slot.reply = append(text)
        slots.append(slot)
    }

    /// Replaces the reply to a request by a refusal.
    mutating func replace(_ index: Int, _ text: [UInt8], failure: String) {
        slots[index].reply = append(text)
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
        to peer: some Collection<UInt8>,
        hasDelimiter: Bool,
        isBatch: Bool,
        attachments: [[UInt8]]
    ) {
        guard firstSlot < slots.count else { return }
        answers.append(
            Answer(
                peer: append(peer),
                hasDelimiter: hasDelimiter,
                isBatch: isBatch,
                slots: firstSlot..<slots.count,
                attachments: attachments
            )
        )
    }

    /// Counts every request of the turn.
    ///
    /// - Parameter end: When it was over, monotonic nanoseconds.
    func count(until end: UInt64) {
        for index in slots.indices {
            slots[index].record.add(failure: slots[index].failure, nanoseconds: end - slots[index].arrival)
        }
    }

    private mutating func append(_ text: some Collection<UInt8>) -> Range<Int> {
        let start = bytes.count
        bytes.append(contentsOf: text)
        return start..<bytes.count
    }
}
