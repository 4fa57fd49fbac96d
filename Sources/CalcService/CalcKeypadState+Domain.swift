import CalcDomain
import Messages

extension CalcKeypadState {
    /// The state of a keypad, for the caller to keep.
    init(_ state: KeypadState) {
        self.init(
            typed: state.typed,
            operator: state.operator,
            terms: state.terms.map { CalcKeypadRow($0) },
            isResult: state.isResult,
            isTyped: state.isTyped,
            history: state.history.map { CalcKeypadRow($0) }
        )
    }
}
