/// An exact decimal number as someone wrote it, before it is known to be money of a currency.
///
/// Prices never go through binary floating point: `0.1` is one tenth here.
package struct Amount: Sendable, Hashable {
    /// The digits from the first to the last that is not 0; empty for zero.
    let digits: [UInt8]
    /// How many digits stand before the decimal point: 3 for `120`, 0 for `0.5`, -1 for `0.05`; 0 for zero.
    let integerDigits: Int
    /// Whether it is below zero.
    package let isNegative: Bool

    /// How many digits have to stand behind the decimal point to write it exactly.
    package var fractionDigits: Int { max(0, digits.count - integerDigits) }

    init(digits: [UInt8], integerDigits: Int, isNegative: Bool) {
        let significant = digits.drop { $0 == 0 }
        let last = significant.lastIndex { $0 != 0 }
        self.digits = last.map { Array(significant[...$0]) } ?? []
        self.integerDigits = self.digits.isEmpty ? 0 : integerDigits - (digits.count - significant.count)
        self.isNegative = isNegative && !self.digits.isEmpty
    }

    /// Makes an amount of a whole number.
    package init(_ value: Int) {
        let text = String(value.magnitude).utf8.map { $0 - UInt8(ascii: "0") }
        self.init(digits: text, integerDigits: text.count, isNegative: value < 0)
    }

    /// Makes an amount of money.
    package init(_ money: Money) {
        let units = Amount(money.minorUnits)
        self.init(
            digits: units.digits,
            integerDigits: units.integerDigits - money.currency.fractionDigits,
            isNegative: units.isNegative
        )
    }

    /// The value in units of 10 to the power of -`fractionDigits`; `nil` when it has more digits behind the point than
    /// that, or does not fit.
    ///
    /// - Parameter fractionDigits: From 0.
    func scaled(by fractionDigits: Int) -> Int? {
        guard self.fractionDigits <= fractionDigits else { return nil }
        // 18 digits always fit, and no price has more.
        let places = integerDigits + fractionDigits
        guard !digits.isEmpty else { return 0 }
        guard (1...18).contains(places) else { return nil }
        var value = 0
        for place in 0..<places {
            value = value * 10 + (place < digits.count ? Int(digits[place]) : 0)
        }
        return isNegative ? -value : value
    }
}

extension Amount: Comparable {
    package static func < (left: Amount, right: Amount) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? isSmaller(right, left) : isSmaller(left, right)
    }

    private static func isSmaller(_ left: Amount, _ right: Amount) -> Bool {
        if left.digits.isEmpty || right.digits.isEmpty { return left.digits.isEmpty && !right.digits.isEmpty }
        guard left.integerDigits == right.integerDigits else { return left.integerDigits < right.integerDigits }
        return left.digits.lexicographicallyPrecedes(right.digits)
    }
}

extension Amount {
    /// The largest exponent that is distinguished from larger ones: far beyond every price.
    private static let maxExponent = 1_000_000

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
            let exponent = written.reduce(0) { min(Self.maxExponent, $0 * 10 + Int($1)) }
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
