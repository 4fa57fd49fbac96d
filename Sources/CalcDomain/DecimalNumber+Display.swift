extension DecimalNumber {
    /// The significant digits a display shows at most.
    private static let displayDigits = 15

    /// The powers of ten the first digit can stand for without a mantissa: 20 integer digits, 15 decimals.
    private static let displayRange = -15...19

    /// The number as a calculator shows it.
    ///
    /// At most 15 significant digits, rounded half away from zero, without trailing zeros, the integer part grouped by
    /// three with commas. More than 20 integer digits, or a first significant digit after the 15th decimal, both judged
    /// after rounding, give a mantissa and an exponent: `1E+21`, `1.5E-16`. At most 32 characters; NaN is `NaN`.
    public var display: String {
        texts.display
    }

    /// The ``description`` and the ``display``, which for most numbers are one text, then made once.
    public var texts: (plain: String, display: String) {
        if isNaN { return ("NaN", "NaN") }
        let digits = DecimalDigits(coefficient)
        let plain = plain(digits, isGrouped: false)
        let first = digits.count + exponent - 1
        // Neither rounded nor grouped nor written with an exponent.
        let isShownPlain = digits.count <= Self.displayDigits && (Self.displayRange.lowerBound..<3).contains(first)
        return (plain, isZero || isShownPlain ? plain : roundedDisplay)
    }

    private var roundedDisplay: String {
        let shown = rounded(toDigits: Self.displayDigits, mode: .halfAwayFromZero)
        let digits = DecimalDigits(shown.coefficient)
        let exponent = digits.count + shown.exponent - 1
        if shown.isZero || Self.displayRange.contains(exponent) { return shown.plain(digits, isGrouped: true) }
        var text: [UInt8] = shown.isNegative ? [UInt8(ascii: "-")] : []
        text.append(digits[0])
        if digits.count > 1 {
            text.append(UInt8(ascii: "."))
            for position in 1..<digits.count { text.append(digits[position]) }
        }
        text.append(contentsOf: (exponent < 0 ? "E" : "E+").utf8)
        text.append(contentsOf: String(exponent).utf8)
        return String(decoding: text, as: UTF8.self)
    }
}
