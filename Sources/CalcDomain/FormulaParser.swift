/// Reads the tokens of a formula from left to right, once, and stops at the first that cannot stand where it stands.
struct FormulaParser {
    private let bytes: [UInt8]
    private let tokenLimit: Int
    private var index = 0
    private var tokenCount = 0

    init(_ text: String, tokenLimit: Int) {
        bytes = Array(text.utf8)
        self.tokenLimit = tokenLimit
    }

    mutating func parse() throws(FormulaError) -> [FormulaTerm] {
        skipSpaces()
        var terms = [FormulaTerm(operator: nil, operand: try number())]
        skipSpaces()
        while index < bytes.count {
            let `operator` = try operatorToken()
            skipSpaces()
            terms.append(FormulaTerm(operator: `operator`, operand: try number()))
            skipSpaces()
        }
        return terms
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

    // MARK: What stands at the index

    private var digitHere: UInt8? {
        index < bytes.count ? bytes[index].decimalDigit : nil
    }

    private func isHere(_ character: Unicode.Scalar) -> Bool {
        index < bytes.count && bytes[index] == UInt8(ascii: character)
    }

    /// The operator at the index and its length in bytes.
    private var operatorHere: (ArithmeticOperator, length: Int)? {
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "+"): return (.plus, 1)
        case UInt8(ascii: "-"): return (.minus, 1)
        case UInt8(ascii: "*"), UInt8(ascii: "x"): return (.times, 1)
        case UInt8(ascii: "/"): return (.dividedBy, 1)
        default: break
        }
        // The text is valid UTF-8, so the bytes of a glyph stand at the index or nothing like them does.
        let rest = bytes[index...]
        if rest.starts(with: [0xE2, 0x88, 0x92]) { return (.minus, 3) }
        if rest.starts(with: [0xC3, 0x97]) { return (.times, 2) }
        if rest.starts(with: [0xC3, 0xB7]) { return (.dividedBy, 2) }
        return nil
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
        return .syntax(at: bytes[..<index].count(where: isScalarStart), expected: expected)
    }
}
