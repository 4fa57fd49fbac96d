extension DecimalNumber: LosslessStringConvertible {
    /// The number as plain decimal text: every significant digit, no exponent, no commas, no needless zeros; or `NaN`.
    ///
    /// The text of a number is at most 6 179 characters long, and reading it gives the same number.
    package var description: String {
        if isNaN { return "NaN" }
        var description = ""
        withPlain(DecimalDigits(coefficient), isGrouped: false) { description = String(copying: $0) }
        return description
    }

    /// Reads a decimal text: an optional `-`, digits with at most one dot next to them, an optional exponent; or `NaN`.
    ///
    /// A number with more than 34 significant digits is rounded half to even; one beyond the range is NaN, one too small
    /// is 0. This is the form of stored and exchanged numbers; what people type is read by ``Formula``.
    /// - Parameter description: such as `-12.5`, `.5`, `5.`, `1.5E-16`, `1e21`.
    package init?(_ description: String) {
        guard let number = Self.unchecked(description) else { return nil }
        self = number.withinRange
    }

    /// Reads like `init(_:)` and leaves the range unchecked.
    static func unchecked(_ description: String) -> DecimalNumber? {
        if description == "NaN" { return .nan }
        var bytes = description.utf8[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes.removeFirst() }
        var digits = DecimalAccumulator()
        var hasDigit = false
        var hasDot = false
        while let byte = bytes.first, byte != UInt8(ascii: "E"), byte != UInt8(ascii: "e") {
            if byte == UInt8(ascii: "."), !hasDot {
                hasDot = true
                digits.beginFraction()
            } else if let digit = byte.decimalDigit {
                hasDigit = true
                digits.append(digit)
            } else {
                return nil
            }
            bytes.removeFirst()
        }
        guard hasDigit else { return nil }
        if bytes.isEmpty { return digits.unchecked(isNegative: isNegative) }
        // Seven characters hold every exponent that can matter; a longer one is refused, not computed with.
        guard bytes.count <= 8, let scale = Int(Substring(bytes.dropFirst())) else { return nil }
        return digits.unchecked(isNegative: isNegative, scale: scale)
    }

    /// Lends the number as an integer part and decimals, without an exponent.
    func withPlain(_ digits: DecimalDigits, isGrouped: Bool, body: (UTF8Span) -> Void) {
        let integerCount = max(1, digits.count + exponent)
        let decimalCount = max(0, -exponent)
        let count =
            (isNegative ? 1 : 0) + integerCount + (isGrouped ? ThousandsGrouping.commas(in: integerCount) : 0)
            + (decimalCount > 0 ? 1 + decimalCount : 0)
        // The integer part ends here: before the first digit in a number below 1, behind the last one in 100.
        let end = digits.count + exponent
        Self.withText(count: count) { text in
            if isNegative { text.append(UInt8(ascii: "-")) }
            var left = integerCount
            while left > 0 {
                let run = isGrouped ? ThousandsGrouping.run(beginning: left) : left
                digits.append(end - left..<end - left + run, to: &text)
                left -= run
                if left > 0 { text.append(UInt8(ascii: ",")) }
            }
            guard decimalCount > 0 else { return }
            text.append(UInt8(ascii: "."))
            digits.append(end..<end + decimalCount, to: &text)
        } body: {
            body($0)
        }
    }

    /// Lends a text of ASCII that `write` appends: at most `count` bytes, for which no string is made.
    static func withText(
        count: Int,
        write: (inout OutputSpan<UInt8>) -> Void,
        body: (UTF8Span) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
            var text = OutputSpan(buffer: buffer, initializedCount: 0)
            write(&text)
            let written = text.finalize(for: buffer)
            body(UTF8Span(unchecked: UnsafeBufferPointer(rebasing: buffer[..<written]).span, isKnownASCII: true))
        }
    }
}
