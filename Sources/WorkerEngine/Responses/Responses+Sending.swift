extension Responses {
    /// Calls `body` with one reply message: see ``RequestEngine/withAnswer(_:body:)``.
    ///
    /// It changes nothing but is `mutating`: a method that only reads gets a copy of what lies in an object, for which
    /// references to all its arrays are counted.
    mutating func withAnswer(
        _ index: Int,
        body: (_ returnAddress: Span<UInt8>, _ json: Span<UInt8>, _ attachments: [[UInt8]]) -> Void
    ) {
        // Looked at where they lie: a copy of an answer counts references to its attachments.
        let (answers, slots, bytes) = (answers.span, slots.span, bytes.span)
        let address = addresses.span.extracting(answers[index].address)
        let first = answers[index].slots.lowerBound
        guard answers[index].isBatch else {
            // A reply that a failed commit turned into a refusal has lost its attachments too.
            let attachments = slots[first].failure == nil ? answers[index].attachments : []
            return body(address, bytes.extracting(slots[first].reply), attachments)
        }
        var batch: [UInt8] = [UInt8(ascii: "[")]
        for slot in answers[index].slots {
            if slot != first { batch.append(UInt8(ascii: ",")) }
            bytes.extracting(slots[slot].reply).withUnsafeBufferPointer { batch.append(contentsOf: $0) }
        }
        batch.append(UInt8(ascii: "]"))
        body(address, batch.span, [])
    }
}
