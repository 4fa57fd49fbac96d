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
        if isNaN { return "NaN" }
        let shown = rounded(toDigits: Self.displayDigits, mode: .halfAwayFromZero)
        let digits = Array(String(shown.coefficient).utf8)
        var text: [UInt8] = shown.isNegative ? [UInt8(ascii: "-")] : []
        if shown.isZero || Self.displayRange.contains(shown.leadingExponent) {
            shown.appendPlain(digits, to: &text, appendInteger: ThousandsGrouping.append)
        } else {
            text.append(digits[0])
            if digits.count > 1 {
                text.append(UInt8(ascii: "."))
                text.append(contentsOf: digits[1...])
            }
            text.append(contentsOf: (shown.leadingExponent < 0 ? "E" : "E+").utf8)
            text.append(contentsOf: String(shown.leadingExponent).utf8)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
