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
}
