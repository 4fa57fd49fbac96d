import CalcDomain
import Messages

extension CalcKeypadRow {
    /// A row of a keypad.
    init(_ row: KeypadRow) {
        self.init(operator: row.operator, operand: row.operand)
    }
}
