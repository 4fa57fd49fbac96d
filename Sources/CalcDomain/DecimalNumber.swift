/// An exact decimal number of up to 34 significant digits, in the range of IEEE 754 decimal128, or NaN.
///
/// The value is (−1)^sign × `coefficient` × 10^`exponent`. It is always in one form, the one whose coefficient has no
/// trailing zeros, so equal values are equal and hash alike; 1.0 and 1 are the same number, and zero has no sign. NaN
/// equals itself, so that states that contain it can be compared.
///
/// Magnitudes from 10^−6143 to (10^34 − 1) × 10^6111 exist. A result that is smaller once it is rounded to 34 digits is
/// 0 (there are no subnormal numbers); one that is larger is NaN (there are no infinities).
package struct DecimalNumber: Sendable, Hashable {
    /// The significant digits a number can have.
    package static let precision = 34

    /// The powers of ten the first digit of a number can stand for.
    package static let range = -6143...6144

    /// The number zero.
    package static let zero = DecimalNumber(isNegative: false, coefficient: 0, exponent: 0, isNaN: false)

    /// The outcome of a division by zero, of anything beyond the range, and of arithmetic with such an outcome.
    package static let nan = DecimalNumber(isNegative: false, coefficient: 0, exponent: 0, isNaN: true)

    /// Whether the number is below zero.
    package let isNegative: Bool

    /// The significant digits as an integer without trailing zeros; 0 for zero and NaN.
    package let coefficient: UInt128

    /// The power of ten the coefficient's last digit represents; 0 for zero and NaN.
    package let exponent: Int

    /// Whether this is no number.
    package let isNaN: Bool

    private init(isNegative: Bool, coefficient: UInt128, exponent: Int, isNaN: Bool) {
        self.isNegative = isNegative
        self.coefficient = coefficient
        self.exponent = exponent
        self.isNaN = isNaN
    }

    /// A number from a coefficient that is already rounded; brings it to its one form and leaves the range unchecked.
    init(unchecked coefficient: UInt128, exponent: Int, isNegative: Bool) {
        guard coefficient != 0 else {
            self = .zero
            return
        }
        var exponent = exponent
        if var short = UInt64(exactly: coefficient) {
            // Numbers that people type have few zeros, and 64 bits are divided by a constant without a division.
            while short.isMultiple(of: 10) {
                short /= 10
                exponent += 1
            }
            self.init(isNegative: isNegative, coefficient: UInt128(short), exponent: exponent, isNaN: false)
            return
        }
        var coefficient = coefficient
        // A multiple of 10^k is one of 2^k, which the trailing zero bits tell without a division. 34 digits have at most
        // 33 trailing zeros, so each step is needed once at most.
        for zeros in [32, 16, 8, 4, 2, 1] where coefficient.trailingZeroBitCount >= zeros {
            let (quotient, remainder) = coefficient.quotientAndRemainder(dividingBy: PowersOfTen.power(zeros))
            if remainder == 0 {
                coefficient = quotient
                exponent += zeros
            }
        }
        self.init(isNegative: isNegative, coefficient: coefficient, exponent: exponent, isNaN: false)
    }

    /// Whether this is the number zero.
    package var isZero: Bool {
        coefficient == 0 && !isNaN
    }

    /// The number with the other sign; zero and NaN stay what they are.
    package var negated: DecimalNumber {
        DecimalNumber(
            isNegative: !isNegative && coefficient != 0,
            coefficient: coefficient,
            exponent: exponent,
            isNaN: isNaN
        )
    }

    /// The number of digits of the coefficient; 0 for zero and NaN.
    var digitCount: Int {
        PowersOfTen.digitCount(coefficient)
    }

    /// The power of ten the first digit represents; meaningless for zero and NaN.
    var leadingExponent: Int {
        exponent + digitCount - 1
    }
}
