/// Where the parts of a ``CloudEvent`` stand in its bytes, of which it is the first.
struct EventLayout {
    /// A text in UTF-8: in the JSON where that has it as it is, else behind the JSON.
    struct Place {
        /// Counted from the first byte of the event.
        ///
        /// A text that was read has at most 2³⁰ bytes, and its texts together no more, so that 32 bits are enough.
        let start: UInt32
        let count: UInt32

        init(_ range: Range<Int>) {
            start = UInt32(range.lowerBound)
            count = UInt32(range.count)
        }

        var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
    }

    /// As many bytes as it takes.
    static let room = [UInt8](repeating: 0, count: MemoryLayout<EventLayout>.size)

    let sequence: Int
    let json: Place
    let source: Place
    let type: Place
    let subject: Place
    /// Empty where there is none.
    let time: Place
    let epoch: Place
    /// Empty where there is none.
    ///
    /// What stands there may name no position.
    let previousSequence: Place
}
