extension DecimalNumber {
    /// The sum, correctly rounded to 34 digits.
    /// - Returns: the sum; NaN when an operand is NaN or the sum is beyond the range.
    package func adding(_ other: DecimalNumber, rounding: RoundingMode = .halfEven) -> DecimalNumber {
        if isNaN || other.isNaN { return .nan }
        if other.isZero { return self }
        if isZero { return other }
        let (upper, lower) = exponent >= other.exponent ? (self, other) : (other, self)
        var lowerCoefficient = lower.coefficient
        var lowerExponent = lower.exponent
        // A lower operand that lies wholly behind the digits that decide the rounding only says "a little more" (or
        // less): a 1 two places behind the last digit kept says the same and keeps the exact sum within 256 bits.
        // Up to 35 places apart, any two fit, so those are not even measured.
        if upper.exponent - lower.exponent > Self.precision + 1 {
            let horizon = upper.exponent + min(-1, upper.digitCount - Self.precision - 2)
            if lower.leadingExponent < horizon {
                lowerCoefficient = 1
                lowerExponent = horizon
            }
        }
        let left = WideCoefficient(upper.coefficient, shiftedLeftBy: upper.exponent - lowerExponent)
        let right = WideCoefficient(lowerCoefficient)
        let isSwapped = left < right
        let magnitude =
            if upper.isNegative == lower.isNegative {
                left + right
            } else {
                isSwapped ? right - left : left - right
            }
        return DecimalNumber(
            rounding: magnitude,
            exponent: lowerExponent,
            isNegative: isSwapped ? lower.isNegative : upper.isNegative,
            mode: rounding
        )
    }

    /// The difference, correctly rounded to 34 digits.
    /// - Returns: the difference; NaN when an operand is NaN or the difference is beyond the range.
    package func subtracting(_ other: DecimalNumber, rounding: RoundingMode = .halfEven) -> DecimalNumber {
        adding(other.negated, rounding: rounding)
    }

    /// The product, correctly rounded to 34 digits.
    /// - Returns: the product; NaN when an operand is NaN or the product is beyond the range.
    package func multiplied(by other: DecimalNumber, rounding: RoundingMode = .halfEven) -> DecimalNumber {
        if isNaN || other.isNaN { return .nan }
        return DecimalNumber(
            rounding: WideCoefficient(coefficient, times: other.coefficient),
            exponent: exponent + other.exponent,
            isNegative: isNegative != other.isNegative,
            mode: rounding
        )
    }

    /// The quotient, correctly rounded to 34 digits.
    /// - Returns: the quotient; NaN when an operand is NaN, the divisor is 0, or the quotient is beyond the range.
    package func divided(by other: DecimalNumber, rounding: RoundingMode = .halfEven) -> DecimalNumber {
        if isNaN || other.isNaN || other.isZero { return .nan }
        if isZero { return .zero }
        // This many zeros that the quotient has 35 or 36 digits, one more than is kept: it fits 128 bits.
        let zeros = Self.precision + 1 + other.digitCount - digitCount
        let dividend = WideCoefficient(coefficient, shiftedLeftBy: zeros)
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: other.coefficient)
        return DecimalNumber(
            rounding: WideCoefficient(Self.marking(quotient, hasRest: remainder != 0)),
            exponent: exponent - other.exponent - zeros,
            isNegative: isNegative != other.isNegative,
            mode: rounding
        )
    }
}

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
