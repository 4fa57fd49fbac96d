extension DecimalNumber {
    /// The number nearest to an exact intermediate result, within precision and range.
    init(rounding coefficient: WideCoefficient, exponent: Int, isNegative: Bool, mode: RoundingMode) {
        self =
            DecimalNumber(
                rounding: coefficient,
                toDigits: Self.precision,
                exponent: exponent,
                isNegative: isNegative,
                mode: mode
            ).withinRange
    }

    /// The number with at most `digits` significant digits.
    ///
    /// The range is not looked at again: the largest numbers, shown with 15 digits, round up to 10^6145.
    /// - Parameters:
    ///   - digits: 1…34.
    ///   - mode: how a tie is broken.
    func rounded(toDigits digits: Int, mode: RoundingMode) -> DecimalNumber {
        guard coefficient >= PowersOfTen.power(digits) else { return self }
        return DecimalNumber(
            rounding: WideCoefficient(coefficient),
            toDigits: digits,
            exponent: exponent,
            isNegative: isNegative,
            mode: mode
        )
    }

    /// The number itself, 0 when it is too small to exist, or NaN when it is too large.
    var withinRange: DecimalNumber {
        // However many digits there are, a first one is at most 33 places before the last.
        if Self.range.lowerBound <= exponent && exponent <= Self.range.upperBound - (Self.precision - 1) { return self }
        guard coefficient != 0 else { return self }
        if leadingExponent > Self.range.upperBound { return .nan }
        if leadingExponent < Self.range.lowerBound { return .zero }
        return self
    }

    /// A coefficient that represents one with more digits, where `hasRest` says whether any of those was not 0.
    ///
    /// Rounding it gives what rounding the whole would: a last digit that could be taken for the exact end or the exact
    /// half is moved off it. It must have at least one digit more than the result will keep.
    static func marking(_ coefficient: UInt128, hasRest: Bool) -> UInt128 {
        hasRest && coefficient % 5 == 0 ? coefficient + 1 : coefficient
    }

    private init(
        rounding coefficient: WideCoefficient,
        toDigits digits: Int,
        exponent: Int,
        isNegative: Bool,
        mode: RoundingMode
    ) {
        guard coefficient.high != 0 || coefficient.low >= PowersOfTen.power(digits) else {
            self.init(unchecked: coefficient.low, exponent: exponent, isNegative: isNegative)
            return
        }
        let surplus = coefficient.digitCount - digits
        let unit = PowersOfTen.power(surplus)
        var (kept, rest) = coefficient.quotientAndRemainder(dividingBy: unit)
        let half = unit / 2
        let isUp =
            switch mode {
            case .halfEven: rest > half || (rest == half && !kept.isMultiple(of: 2))
            case .halfAwayFromZero: rest >= half
            }
        if isUp { kept += 1 }
        // A carry out of the first digit leaves 10…0, which loses its zeros like any other.
        self.init(unchecked: kept, exponent: exponent + surplus, isNegative: isNegative)
    }
}

/// How a result is brought to the digits there is room for, when a tie has to be broken.
///
/// Everything that is no tie goes to the nearest value.
package enum RoundingMode: Sendable, Hashable, CaseIterable {
    /// A tie goes to the even last digit: the mode of IEEE 754, and of all arithmetic here.
    ///
    /// Long left-to-right chains stay unbiased with it.
    case halfEven

    /// A tie goes away from zero, as people round: the mode of the display.
    case halfAwayFromZero
}
