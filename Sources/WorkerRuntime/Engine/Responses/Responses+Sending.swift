internal import ZeroMQ

extension Responses {
    /// Puts one reply message together: see ``RequestEngine/writeAnswer(_:to:)``.
    ///
    /// It changes nothing but is `mutating`: a method that only reads gets a copy of what lies in an object, for which
    /// references to all its arrays are counted.
    mutating func writeAnswer(_ index: Int, to message: inout ZMQMultipart) {
        // Looked at where they lie: a copy of an answer counts references to its attachments.
        let (answers, slots, bytes) = (answers.span, slots.span, bytes.span)
        let first = answers[index].slots.lowerBound
        message.removeAll()
        for frame in answers[index].head { message.append(heads.span(of: frame)) }
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
}
