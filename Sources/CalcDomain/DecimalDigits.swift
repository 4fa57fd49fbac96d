/// The digits of a coefficient in ASCII, with zeros before the first and behind the last for as far as anyone looks.
struct DecimalDigits {
    /// What 128 bits hold at most.
    private static let capacity = 39
    /// The digits that are split off at a time, so that they fit 64 bits.
    private static let chunk = 18

    private var bytes = InlineArray<39, UInt8>(repeating: UInt8(ascii: "0"))
    private var start = capacity

    /// The digits of a coefficient; 0 has none.
    init(_ coefficient: UInt128) {
        // 64 bits are divided by ten without a division; one of 128 bits is a call, needed twice at most.
        var rest = coefficient
        while rest > UInt128(UInt64.max) {
            let (upper, lower) = rest.quotientAndRemainder(dividingBy: PowersOfTen.power(Self.chunk))
            let end = start - Self.chunk
            prepend(UInt64(lower))
            start = end
            rest = upper
        }
        prepend(UInt64(rest))
    }

    private mutating func prepend(_ value: UInt64) {
        var value = value
        // Two at a time: each division waits for the one before.
        while value >= 10 {
            let (quotient, pair) = value.quotientAndRemainder(dividingBy: 100)
            let tens = pair / 10
            start -= 2
            bytes[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: tens)
            bytes[start + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: pair - 10 * tens)
            value = quotient
        }
        if value > 0 {
            start -= 1
            bytes[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)
        }
    }

    /// How many digits there are.
    var count: Int { Self.capacity - start }

    /// Appends the digits at a range of positions, counted from the first.
    func append(_ positions: Range<Int>, to text: inout OutputSpan<UInt8>) {
        let known = positions.clamped(to: 0..<count)
        Self.appendZeros(min(positions.upperBound, 0) - min(positions.lowerBound, 0), to: &text)
        for position in known { text.append(bytes[start + position]) }
        Self.appendZeros(max(positions.upperBound, count) - max(positions.lowerBound, count), to: &text)
    }

    private static func appendZeros(_ count: Int, to text: inout OutputSpan<UInt8>) {
        // Most numbers have none.
        if count > 0 { text.append(repeating: UInt8(ascii: "0"), count: count) }
    }
}

extension UInt8 {
    /// The value of this byte as an ASCII decimal digit, 0…9; nil when it is none.
    var decimalDigit: UInt8? {
        let digit = self &- UInt8(ascii: "0")
        return digit < 10 ? digit : nil
    }
}
