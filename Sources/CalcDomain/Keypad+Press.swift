extension Keypad {
    /// Presses one key.
    /// - Returns: whether the key was accepted; when it was ignored, the keypad is unchanged.
    package mutating func press(_ key: KeypadKey) -> Bool {
        switch key {
        case .zero, .doubleZero: return pressZeros(key.rawValue)
        case .one, .two, .three, .four, .five, .six, .seven, .eight, .nine: return pressDigit(key.rawValue)
        case .dot: return edit { $0.appendDot() }
        case .sign: return edit { $0.toggleSign() }
        case .plus: return pressOperator(.plus)
        case .minus: return pressOperator(.minus)
        case .times: return pressOperator(.times)
        case .dividedBy: return pressOperator(.dividedBy)
        case .equals: return pressEquals()
        case .clearEntry:
            // With an operator waiting the cleared 0 must not count: the next operator replaces the one waiting.
            entry = .number(.zero, isTyped: terms.isEmpty)
            return true
        case .allClear:
            self = Keypad()
            return true
        }
    }

    private mutating func pressDigit(_ digit: String) -> Bool {
        edit { $0.append(digit) }
    }

    private mutating func pressZeros(_ zeros: String) -> Bool {
        switch entry {
        case .result(let value): value.isZero
        case .number(let typed, _):
            if typed.isPlainZero {
                edit { _ in true }
            } else {
                edit { $0.append(zeros) }
            }
        }
    }

    /// Changes the number being typed, which counts as typed from then on; a result is not changed.
    private mutating func edit(_ change: (inout TypedNumber) -> Bool) -> Bool {
        guard case .number(var typed, _) = entry, change(&typed) else { return false }
        entry = .number(typed, isTyped: true)
        return true
    }

    private mutating func pressOperator(_ pressed: ArithmeticOperator) -> Bool {
        if case .number(_, isTyped: false) = entry {
            pendingOperator = pressed
            return true
        }
        guard terms.count < Self.termLimit else { return false }
        takeOperand()
        pendingOperator = pressed
        entry = .number(.zero, isTyped: false)
        return true
    }

    private mutating func pressEquals() -> Bool {
        guard case .number = entry, !terms.isEmpty else { return false }
        takeOperand()
        entry = .result(terms.leftToRightValue)
        terms = []
        pendingOperator = nil
        return true
    }

    /// Moves the number or result on display to the terms and the history.
    private mutating func takeOperand() {
        terms.append(FormulaTerm(operator: pendingOperator, operand: value))
        rows.append(KeypadRow(operator: pendingOperator?.rawValue ?? "", operand: record))
        if rows.count > Self.historyLimit {
            rows.removeFirst(rows.count - Self.historyLimit)
        }
    }
}
