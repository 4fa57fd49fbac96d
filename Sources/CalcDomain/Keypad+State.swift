extension Keypad {
    /// Everything the keypad remembers.
    package var state: KeypadState {
        let terms = terms.map { term in
            KeypadRow(operator: term.operator?.rawValue ?? "", operand: term.operand.description)
        }
        return switch entry {
        case .number(let typed, let isTyped):
            KeypadState(
                typed: typed.text,
                operator: pendingOperator?.rawValue ?? "",
                terms: terms,
                isTyped: isTyped,
                history: rows
            )
        case .result(let value):
            KeypadState(typed: value.description, isResult: true, history: rows)
        }
    }

    /// The keypad that has a given state.
    ///
    /// Everything that can be checked is: a state no sequence of keys leads to is refused.
    /// - Parameter state: a state, from ``state`` or from anywhere.
    /// - Throws: `KeypadStateError` with the first member that is wrong.
    package init(_ state: KeypadState) throws(KeypadStateError) {
        let terms = try Self.terms(of: state)
        try Self.checkHistory(of: state, endsWith: terms)
        let pending = try Self.operator(state.operator, at: "/operator")
        guard (pending == nil) == terms.isEmpty else {
            throw KeypadStateError(code: .misplacedOperator, pointer: "/operator")
        }
        let entry = try Self.entry(of: state)
        self.init(entry: entry, pendingOperator: pending, terms: terms, rows: state.history)
    }

    private static func entry(of state: KeypadState) throws(KeypadStateError) -> Entry {
        if state.isResult {
            // A result has taken the terms with it and left at least two rows behind.
            guard state.terms.isEmpty, state.history.count >= 2 else {
                throw KeypadStateError(code: .contradiction, pointer: "/isResult")
            }
            guard state.isTyped else { throw KeypadStateError(code: .contradiction, pointer: "/isTyped") }
            return .result(try exact(state.typed, at: "/typed"))
        }
        guard let typed = TypedNumber(state.typed) else {
            throw KeypadStateError(code: .notTyped, pointer: "/typed")
        }
        guard state.isTyped || (typed.isPlainZero && !state.terms.isEmpty) else {
            throw KeypadStateError(code: .contradiction, pointer: "/isTyped")
        }
        return .number(typed, isTyped: state.isTyped)
    }

    private static func terms(of state: KeypadState) throws(KeypadStateError) -> [FormulaTerm] {
        guard state.terms.count <= termLimit else { throw KeypadStateError(code: .tooMany, pointer: "/terms") }
        var terms: [FormulaTerm] = []
        for (index, row) in state.terms.enumerated() {
            let rowOperator = try Self.operator(row.operator, at: "/terms/\(index)/operator")
            guard (rowOperator == nil) == (index == 0) else {
                throw KeypadStateError(code: .misplacedOperator, pointer: "/terms/\(index)/operator")
            }
            // Only the first operand can be a result; the others were typed, and what remains of a typed number without
            // its needless zeros can be typed too.
            guard index == 0 || TypedNumber(row.operand) != nil else {
                throw KeypadStateError(code: .notTyped, pointer: "/terms/\(index)/operand")
            }
            let operand = try exact(row.operand, at: "/terms/\(index)/operand")
            terms.append(FormulaTerm(operator: rowOperator, operand: operand))
        }
        return terms
    }

    private static func checkHistory(
        of state: KeypadState,
        endsWith terms: [FormulaTerm]
    ) throws(KeypadStateError) {
        let history = state.history
        guard history.count <= historyLimit else { throw KeypadStateError(code: .tooMany, pointer: "/history") }
        guard history.count >= terms.count else { throw KeypadStateError(code: .contradiction, pointer: "/history") }
        let finished = history.count - terms.count
        for (index, row) in history.enumerated() {
            let rowOperator = try Self.operator(row.operator, at: "/history/\(index)/operator")
            if index >= finished {
                let term = terms[index - finished]
                guard term.operator == rowOperator, isRecord(row.operand, of: term.operand) else {
                    throw KeypadStateError(code: .contradiction, pointer: "/history/\(index)")
                }
                continue
            }
            // A finished formula has two rows at least, and only a history that was cut can begin in the middle of one.
            let isFirst = rowOperator == nil
            let followsFirst = index > 0 && history[index - 1].operator.isEmpty
            let isCut = index == 0 && history.count == historyLimit
            guard isFirst ? !followsFirst && index + 1 < finished : index > 0 || isCut else {
                throw KeypadStateError(code: .misplacedOperator, pointer: "/history/\(index)/operator")
            }
            guard typed(row.operand) != nil || isDisplayed(row.operand) else {
                throw KeypadStateError(code: .notDisplayed, pointer: "/history/\(index)/operand")
            }
        }
    }

    private static func `operator`(
        _ glyph: String,
        at pointer: @autoclosure () -> String
    ) throws(KeypadStateError) -> ArithmeticOperator? {
        if glyph.isEmpty { return nil }
        guard let known = ArithmeticOperator(rawValue: glyph) else {
            throw KeypadStateError(code: .notOperator, pointer: pointer())
        }
        return known
    }

    private static func exact(
        _ text: String,
        at pointer: @autoclosure () -> String
    ) throws(KeypadStateError) -> DecimalNumber {
        guard let number = DecimalNumber(text), number.description == text else {
            throw KeypadStateError(code: .notExact, pointer: pointer())
        }
        return number
    }

    /// Whether the history shows a number so.
    ///
    /// A keypad that was exported by an older version shows the display of what was typed, rounded.
    private static func isRecord(_ text: String, of number: DecimalNumber) -> Bool {
        typed(text)?.number == number || number.display == text
    }

    /// The number that was typed where the history shows a text; `nil` when no sequence of keys leads there.
    private static func typed(_ text: String) -> TypedNumber? {
        TypedNumber(text.filter { $0 != "," }).flatMap { $0.record == text ? $0 : nil }
    }

    /// Whether some number is shown so: showing what the text says gives the text again.
    ///
    /// The range is left out of it, because the largest numbers round up past it when they are shown.
    private static func isDisplayed(_ text: String) -> Bool {
        DecimalNumber.unchecked(text.filter { $0 != "," })?.display == text
    }
}
