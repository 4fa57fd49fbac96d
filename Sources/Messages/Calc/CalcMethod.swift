/// The methods of calc-service.
public enum CalcMethod {
    /// The value of a formula.
    public static let evaluate = "calc.evaluate"
    /// Press keys of the keypad.
    public static let press = "calc.press"
    /// The keypad itself.
    public static let keys = "calc.keys"
}
