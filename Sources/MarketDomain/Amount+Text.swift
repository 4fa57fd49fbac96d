extension Amount {
    /// The largest exponent that is told apart from larger ones: far beyond every price.
    private static let largestExponent = 1_000_000

    /// Reads a number in JSON's grammar, such as `1000`, `10.5` or `1e3`, exactly.
    ///
    /// - Parameter text: The number's text, of any length; the work grows with it, and with nothing else.
    /// - Returns: `nil` when it is no such number.
    package init?(_ text: String) {
        var rest = Substring(text).utf8
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest.removeFirst() }

        var digits = Self.takeDigits(from: &rest)
        var integerDigits = digits.count
        guard let first = digits.first, first != 0 || digits.count == 1 else { return nil }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            let fraction = Self.takeDigits(from: &rest)
            guard !fraction.isEmpty else { return nil }
            digits += fraction
        }
        if let letter = rest.first, letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") {
            rest.removeFirst()
            var isSmall = false
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                isSmall = sign == UInt8(ascii: "-")
                rest.removeFirst()
            }
            let written = Self.takeDigits(from: &rest)
            guard !written.isEmpty else { return nil }
            let exponent = written.reduce(0) { min(Self.largestExponent, $0 * 10 + Int($1)) }
            integerDigits += isSmall ? -exponent : exponent
        }
        guard rest.isEmpty else { return nil }
        self.init(digits: digits, integerDigits: integerDigits, isNegative: isNegative)
    }

    private static func takeDigits(from text: inout Substring.UTF8View) -> [UInt8] {
        let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        text.removeFirst(digits.count)
        return digits.map { $0 - UInt8(ascii: "0") }
    }
}
