/// The methods of calc-service.
package enum CalcMethod {
    /// The value of a formula.
    package static let evaluate = "calc.evaluate"
    /// Press keys of the keypad.
    package static let press = "calc.press"
    /// The keypad itself.
    package static let keys = "calc.keys"
}
