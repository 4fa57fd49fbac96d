internal import Platform

/// Everything that is left to chance in a history comes from one of these.
public struct SimulationRandom: RandomNumberGenerator {
    private var generator: SeededGenerator

    package init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Any number.
    public mutating func next() -> UInt64 { generator.next() }

    /// A number of a range.
    public mutating func int(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Whether something happens that does so often.
    public mutating func chance(percent: Int) -> Bool {
        int(0...99) < percent
    }

    /// One of the elements; there must be one.
    public mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[int(0...elements.count - 1)]
    }

    /// A span of virtual time, in nanoseconds, as likely short as long: by the power of ten.
    package mutating func nanoseconds(_ range: ClosedRange<Int>) -> Int {
        var high = range.upperBound
        while high > 10 * max(1, range.lowerBound), chance(percent: 50) { high /= 10 }
        return int(range.lowerBound...max(high, range.lowerBound))
    }
}
