/// An unsigned 256-bit integer: the exact sum, product or dividend of two coefficients before it is rounded.
///
/// The coefficients have at most 34 digits, so nothing here exceeds 71 digits, and 256 bits hold 77.
struct WideCoefficient: Hashable {
    var high: UInt128
    var low: UInt128

    init(_ value: UInt128) {
        high = 0
        low = value
    }

    init(_ left: UInt128, times right: UInt128) {
        (high, low) = left.multipliedFullWidth(by: right)
    }

    /// `coefficient` with `zeros` zeros behind it.
    /// - Parameter zeros: 0…69, so that the result has at most 71 digits.
    init(_ coefficient: UInt128, shiftedLeftBy zeros: Int) {
        let upper = min(zeros, PowersOfTen.maxExponent)
        // What is left of the shift goes first: that product has at most 33 digits and fits.
        self.init(coefficient * PowersOfTen.power(zeros - upper), times: PowersOfTen.power(upper))
    }

    /// The number of decimal digits; 0 has none.
    var digitCount: Int {
        guard high != 0 else { return PowersOfTen.digitCount(low) }
        let bitWidth = 2 * UInt128.bitWidth - high.leadingZeroBitCount
        let estimate = PowersOfTen.digitEstimate(bitWidth: bitWidth)
        return self < WideCoefficient(1, shiftedLeftBy: estimate) ? estimate : estimate + 1
    }

    /// The quotient and remainder of a division whose quotient is known to fit 128 bits.
    /// - Parameter divisor: greater than `high`.
    func quotientAndRemainder(dividingBy divisor: UInt128) -> (quotient: UInt128, remainder: UInt128) {
        high == 0 ? low.quotientAndRemainder(dividingBy: divisor) : divisor.dividingFullWidth((high, low))
    }

    static func + (left: WideCoefficient, right: WideCoefficient) -> WideCoefficient {
        var sum = left
        let carry: Bool
        (sum.low, carry) = left.low.addingReportingOverflow(right.low)
        sum.high = left.high &+ right.high &+ (carry ? 1 : 0)
        return sum
    }

    /// The difference; `left` is not the smaller one.
    static func - (left: WideCoefficient, right: WideCoefficient) -> WideCoefficient {
        var difference = left
        let borrow: Bool
        (difference.low, borrow) = left.low.subtractingReportingOverflow(right.low)
        difference.high = left.high &- right.high &- (borrow ? 1 : 0)
        return difference
    }

    static func < (left: WideCoefficient, right: WideCoefficient) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}
