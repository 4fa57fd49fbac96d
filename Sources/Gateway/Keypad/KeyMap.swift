/// What the keys of a keyboard mean on the keypad.
enum KeyMap {
    /// The meaning of a character, or of a sequence without its Escape; `nil` for none.
    static func input(_ name: String) -> KeypadInput? {
        if let label = labels[name] { return .key(label) }
        switch name {
        case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "+", "=": return .key(name)
        // The second is control-D, the end of input.
        case "q", "Q", "\u{4}": return .quit
        case "[A", "OA": return .scroll(1)
        case "[B", "OB": return .scroll(-1)
        case "[5~": return .page(1)
        case "[6~": return .page(-1)
        default: return nil
        }
    }

    /// Names that differ from the label; those that begin with `O` are of a number pad in its application mode.
    private static let labels = [
        "-": "−", "−": "−", "Om": "−",
        "*": "×", "x": "×", "X": "×", "×": "×", "Oj": "×",
        "/": "÷", "÷": "÷", "Oo": "÷",
        "Ok": "+", "On": ".",
        "\r": "=", "\n": "=", "OM": "=",
        "\u{7F}": "CE", "\u{8}": "CE", "[3~": "CE",
        "\u{1B}": "AC", "c": "AC", "C": "AC",
        "n": "⁺⁄₋", "N": "⁺⁄₋", "±": "⁺⁄₋",
        "Op": "0", "Oq": "1", "Or": "2", "Os": "3", "Ot": "4", "Ou": "5", "Ov": "6", "Ow": "7", "Ox": "8", "Oy": "9",
    ]
}
