/// SplitMix64: everything that is left to chance in a history comes from one of these.
struct SimulationRandom {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func chance(percent: Int) -> Bool {
        int(0...99) < percent
    }

    /// One of the elements; there must be one.
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[int(0...elements.count - 1)]
    }

    /// A span of virtual time, in nanoseconds, as likely short as long: by the power of ten.
    mutating func nanoseconds(_ range: ClosedRange<Int>) -> Int {
        var high = range.upperBound
        while high > 10 * max(1, range.lowerBound), chance(percent: 50) { high /= 10 }
        return int(range.lowerBound...max(high, range.lowerBound))
    }
}
