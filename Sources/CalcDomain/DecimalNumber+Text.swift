extension DecimalNumber: LosslessStringConvertible {
    /// The number as plain decimal text: every significant digit, no exponent, no commas, no needless zeros; or `NaN`.
    ///
    /// The text of a number is at most 6 179 characters long, and reading it gives the same number.
    public var description: String {
        if isNaN { return "NaN" }
        let digits = Array(String(coefficient).utf8)
        var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        appendPlain(digits, to: &text) { integer, text in text.append(contentsOf: integer) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads a decimal text: an optional `-`, digits with at most one dot beside them, an optional exponent; or `NaN`.
    ///
    /// A number with more than 34 significant digits is rounded half to even; one beyond the range is NaN, one too small
    /// is 0. This is the form of stored and exchanged numbers; what people type is read by ``Formula``.
    /// - Parameter description: such as `-12.5`, `.5`, `5.`, `1.5E-16`, `1e21`.
    public init?(_ description: String) {
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

    /// Appends the digits of a coefficient as an integer part and decimals, without an exponent.
    /// - Parameters:
    ///   - digits: the coefficient in ASCII.
    ///   - text: where to.
    ///   - appendInteger: appends the digits of the integer part; it decides on commas.
    func appendPlain(
        _ digits: [UInt8],
        to text: inout [UInt8],
        appendInteger: (_ integer: ArraySlice<UInt8>, _ text: inout [UInt8]) -> Void
    ) {
        let zero = UInt8(ascii: "0")
        if exponent >= 0 {
            appendInteger((digits + repeatElement(zero, count: exponent))[...], &text)
            return
        }
        let integerCount = digits.count + exponent
        if integerCount > 0 {
            appendInteger(digits[..<integerCount], &text)
        } else {
            text.append(zero)
        }
        text.append(UInt8(ascii: "."))
        text.append(contentsOf: repeatElement(zero, count: max(0, -integerCount)))
        text.append(contentsOf: digits[max(0, integerCount)...])
    }
}
