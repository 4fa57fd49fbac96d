/// Reads the tokens of a formula from left to right, once, and stops at the first that is not allowed in its place.
struct FormulaParser: ~Escapable {
    private let bytes: Span<UInt8>
    private let tokenLimit: Int
    private var index = 0
    private var tokenCount = 0

    @_lifetime(copy text)
    init(_ text: UTF8Span, limits: FormulaLimits) throws(FormulaError) {
        bytes = text.span
        tokenLimit = limits.tokens
        guard text.count <= limits.bytes else { throw .tooLong }
    }

    /// The next term, of which there is at least one; nil behind the last.
    mutating func next() throws(FormulaError) -> FormulaTerm? {
        var `operator`: ArithmeticOperator?
        skipSpaces()
        if tokenCount > 0 {
            guard index < bytes.count else { return nil }
            `operator` = try operatorToken()
            skipSpaces()
        }
        return FormulaTerm(operator: `operator`, operand: try number())
    }

    private mutating func operatorToken() throws(FormulaError) -> ArithmeticOperator {
        guard let (`operator`, length) = operatorHere else { throw unexpected(.operator) }
        try countToken()
        index += length
        return `operator`
    }

    private mutating func number() throws(FormulaError) -> DecimalNumber {
        let isNegative: Bool
        if let (sign, length) = operatorHere, sign == .minus {
            try countToken()
            isNegative = true
            index += length
            guard digitHere != nil || isHere(".") else { throw unexpected(.digitOrDot) }
        } else {
            guard digitHere != nil || isHere(".") else { throw unexpected(.number) }
            try countToken()
            isNegative = false
        }
        var digits = DecimalAccumulator()
        let hasInteger = try integer(into: &digits)
        if isHere(".") {
            index += 1
            guard hasInteger || digitHere != nil else { throw unexpected(.digit) }
            digits.beginFraction()
            while let digit = digitHere {
                digits.append(digit)
                index += 1
            }
        }
        return digits.number(isNegative: isNegative)
    }

    /// Reads the integer part, which may be missing, with its thousands commas.
    private mutating func integer(into digits: inout DecimalAccumulator) throws(FormulaError) -> Bool {
        let start = index
        while let digit = digitHere {
            digits.append(digit)
            index += 1
        }
        // A comma behind no digit or more than three cannot be a thousands comma: it is left for the caller to refuse.
        guard (1...3).contains(index - start) else { return index > start }
        while isHere(",") {
            index += 1
            for _ in 0..<3 {
                guard let digit = digitHere else { throw unexpected(.digit) }
                digits.append(digit)
                index += 1
            }
        }
        return true
    }

    // MARK: What is at the index

    private var digitHere: UInt8? {
        index < bytes.count ? bytes[index].decimalDigit : nil
    }

    private func isHere(_ character: Unicode.Scalar) -> Bool {
        index < bytes.count && bytes[index] == UInt8(ascii: character)
    }

    /// The operator at the index and its length in bytes.
    private var operatorHere: (ArithmeticOperator, length: Int)? {
        guard index < bytes.count else { return nil }
        return switch bytes[index] {
        case UInt8(ascii: "+"): (.plus, 1)
        case UInt8(ascii: "-"): (.minus, 1)
        case UInt8(ascii: "*"), UInt8(ascii: "x"): (.times, 1)
        case UInt8(ascii: "/"): (.dividedBy, 1)
        // The text is valid UTF-8, so the bytes of a glyph stand at the index or nothing like them does.
        case 0xE2 where bytes[index + 1] == 0x88 && bytes[index + 2] == 0x92: (.minus, 3)
        case 0xC3 where bytes[index + 1] == 0x97: (.times, 2)
        case 0xC3 where bytes[index + 1] == 0xB7: (.dividedBy, 2)
        default: nil
        }
    }

    private mutating func skipSpaces() {
        while isHere(" ") { index += 1 }
    }

    private mutating func countToken() throws(FormulaError) {
        tokenCount += 1
        if tokenCount > tokenLimit { throw .tooLong }
    }

    /// The error for the character at the index, whose position is counted in Unicode scalars.
    private func unexpected(_ expected: FormulaError.Expectation) -> FormulaError {
        let isScalarStart = { (byte: UInt8) in byte & 0b1100_0000 != 0b1000_0000 }
        return .syntax(at: (0..<index).count { isScalarStart(bytes[$0]) }, expected: expected)
    }
}

/// A number of a formula together with the operator in front of it.
package struct FormulaTerm: Sendable, Hashable {
    /// The operator in front of the number; nil for the first.
    package let `operator`: ArithmeticOperator?

    /// The number, with its sign.
    package let operand: DecimalNumber

    /// A term of a formula.
    /// - Parameters:
    ///   - operator: the operator in front; nil for the first term.
    ///   - operand: the number.
    package init(operator: ArithmeticOperator?, operand: DecimalNumber) {
        self.operator = `operator`
        self.operand = operand
    }

    /// What the term makes of the value of those before it; for the first that is of no account.
    func apply(to value: DecimalNumber) -> DecimalNumber {
        `operator`?.apply(to: value, and: operand) ?? operand
    }
}

extension Sequence where Element == FormulaTerm {
    /// The value of the terms, computed in the order they stand in, without precedence; 0 when there are none.
    var leftToRightValue: DecimalNumber {
        reduce(.zero) { value, term in term.apply(to: value) }
    }
}
