/// Takes the digits of a number one by one and keeps what decides its value, however many there are.
struct DecimalAccumulator {
    /// Two digits more than a number keeps, so that the rest can be marked; 36 digits fit 128 bits.
    private static let capacity = DecimalNumber.precision + 2

    private var coefficient: UInt128 = 0
    private var digitCount = 0
    private var exponent = 0
    private var isFraction = false
    private var hasRest = false

    /// Notes the decimal point: the digits that follow are decimals.
    mutating func beginFraction() {
        isFraction = true
    }

    /// Takes the next digit.
    /// - Parameter digit: 0…9.
    mutating func append(_ digit: UInt8) {
        if digitCount == Self.capacity {
            hasRest = hasRest || digit != 0
            if !isFraction { exponent += 1 }
            return
        }
        if digit != 0 || coefficient != 0 {
            coefficient = coefficient &* 10 &+ UInt128(digit)
            digitCount += 1
        }
        if isFraction { exponent -= 1 }
    }

    /// The number taken so far, times 10^`scale`, with its range left unchecked.
    func unchecked(isNegative: Bool, scale: Int = 0) -> DecimalNumber {
        DecimalNumber(
            unchecked: DecimalNumber.marking(coefficient, hasRest: hasRest),
            exponent: exponent + scale,
            isNegative: isNegative
        ).rounded(toDigits: DecimalNumber.precision, mode: .halfEven)
    }

    /// The number taken so far, rounded half to even to 34 digits: NaN when it is too large, 0 when it is too small.
    func number(isNegative: Bool) -> DecimalNumber {
        unchecked(isNegative: isNegative).withinRange
    }
}
