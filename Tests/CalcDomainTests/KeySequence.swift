import CalcDomain
import Platform
import Testing

/// The keypad after keys separated by spaces, where a longer run of digits stands for its digits, and each acceptance.
func pressed(_ keys: String) throws -> (keypad: Keypad, accepted: [Bool]) {
    var keypad = Keypad()
    var accepted: [Bool] = []
    for word in keys.split(separator: " ") {
        if let key = KeypadKey(spelling: String(word)) {
            accepted.append(keypad.press(key))
            continue
        }
        for digit in word {
            accepted.append(keypad.press(try #require(KeypadKey(spelling: String(digit)))))
        }
    }
    return (keypad, accepted)
}

/// Presses keys that must all be accepted.
func press(_ keys: [KeypadKey], on keypad: inout Keypad) throws {
    for key in keys {
        let isAccepted = keypad.press(key)
        try #require(isAccepted, "\(key)")
    }
}

extension SeededGenerator {
    /// A key, digits more often than the others and `AC` rarely.
    mutating func key() -> KeypadKey {
        if Int.random(in: 0..<3, using: &self) == 0 {
            return KeypadKey.allCases[Int.random(in: 0..<10, using: &self)]
        }
        let key = KeypadKey.allCases.randomElement(using: &self) ?? .zero
        return key == .allClear && Int.random(in: 0..<4, using: &self) > 0 ? .equals : key
    }
}
