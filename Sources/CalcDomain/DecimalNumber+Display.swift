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
    package var display: String {
        var text = ""
        withTexts { _, display in text = String(copying: display) }
        return text
    }

    /// Lends the ``description`` and the ``display``, which for most numbers are one text, then written once.
    ///
    /// No strings are made for it, and nothing is returned: a function that returns whatever its caller wants would have
    /// to ask the runtime what that is, in each call from another module.
    package func withTexts(_ body: (_ plain: UTF8Span, _ display: UTF8Span) -> Void) {
        if isNaN {
            let text = "NaN"
            return body(text.utf8Span, text.utf8Span)
        }
        let digits = DecimalDigits(coefficient)
        let first = digits.count + exponent - 1
        // Neither rounded nor grouped nor written with an exponent.
        let isShownPlain = digits.count <= Self.displayDigits && (Self.displayRange.lowerBound..<3).contains(first)
        withPlain(digits, isGrouped: false) { plain in
            if isZero || isShownPlain { return body(plain, plain) }
            withRoundedDisplay { body(plain, $0) }
        }
    }

    private func withRoundedDisplay(_ body: (UTF8Span) -> Void) {
        let shown = rounded(toDigits: Self.displayDigits, mode: .halfAwayFromZero)
        let digits = DecimalDigits(shown.coefficient)
        let first = digits.count + shown.exponent - 1
        if shown.isZero || Self.displayRange.contains(first) {
            return shown.withPlain(digits, isGrouped: true, body: body)
        }
        let exponent = (first < 0 ? "E" : "E+") + String(first)
        let count = (shown.isNegative ? 1 : 0) + digits.count + (digits.count > 1 ? 1 : 0) + exponent.utf8.count
        Self.withText(count: count) { text in
            if shown.isNegative { text.append(UInt8(ascii: "-")) }
            digits.append(0..<1, to: &text)
            if digits.count > 1 { text.append(UInt8(ascii: ".")) }
            digits.append(1..<digits.count, to: &text)
            for byte in exponent.utf8 { text.append(byte) }
        } body: {
            body($0)
        }
    }
}

/// The commas between the thousands of an integer part.
enum ThousandsGrouping {
    /// The commas that this many digits have between them.
    /// - Parameter digits: 1 or more.
    static func commas(in digits: Int) -> Int {
        (digits - 1) / 3
    }

    /// How many of the last this many digits stand before the next comma.
    /// - Parameter digits: 1 or more.
    static func run(beginning digits: Int) -> Int {
        (digits - 1) % 3 + 1
    }
}
