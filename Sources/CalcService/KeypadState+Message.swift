import CalcDomain
import Messages

extension KeypadState {
    /// A state as it came from a caller: nothing about it is certain yet.
    init(_ message: CalcKeypadState) {
        self.init(
            typed: message.typed,
            operator: message.operator,
            terms: message.terms.map { KeypadRow(operator: $0.operator, operand: $0.operand) },
            isResult: message.isResult,
            isTyped: message.isTyped,
            history: message.history.map { KeypadRow(operator: $0.operator, operand: $0.operand) }
        )
    }

    /// What the caller keeps, and brings back.
    var message: CalcKeypadState {
        CalcKeypadState {
            $0.typed = typed
            $0.operator = `operator`
            $0.terms = terms.map(\.message)
            $0.isResult = isResult
            $0.isTyped = isTyped
            $0.history = history.map(\.message)
        }
    }
}

extension KeypadRow {
    var message: CalcKeypadRow { CalcKeypadRow(operator: `operator`, operand: operand) }
}

extension Violation {
    /// What a caller learns about a state that no keys lead to.
    init(_ error: KeypadStateError) {
        let path = ["state"] + error.pointer.split(separator: "/").map { String($0) }
        self.init(path: path, reason: error.code == .tooMany ? .range : .malformed, detail: "/state\(error)")
    }
}
