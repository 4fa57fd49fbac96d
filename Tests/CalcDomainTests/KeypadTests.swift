import CalcDomain
import Platform
import Testing

@Suite struct `The keypad` {
    /// Keys, the display after them, the operator, whether the last key was accepted.
    @Test(arguments: [
        ("", "0", "", true),
        // 1–9: a result is shown; too long; display 0; otherwise.
        ("1 + 2 = 5", "3", "", false),
        ("1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7", "1,234,567,891,234,567", "", true),
        ("1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8", "1,234,567,891,234,567", "", false),
        ("9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9", "9,999,999,999,999,999", "", true),
        ("7", "7", "", true),
        ("1 2 3 4", "1,234", "", true),
        ("1 + 7", "7", "+", true),
        // The sign and the dot count.
        ("1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 ⁺⁄₋ 7", "-123,456,789,123,456", "", false),
        ("1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 . 7", "123,456,789,123,456.", "", false),
        ("1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 ⁺⁄₋ .", "-1,234,567,891,234,567.", "", true),
        // 0, 00: display 0; result or too long; otherwise.
        ("0", "0", "", true),
        ("00", "0", "", true),
        ("0 0 00 5", "5", "", true),
        ("1 + 0", "0", "+", true),
        ("1 + 2 = 0", "3", "", false),
        ("1 + 2 = 00", "3", "", false),
        ("1 − 1 = 0", "0", "", true),
        ("1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 00", "123,456,789,123,456", "", false),
        ("1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 0", "1,234,567,891,234,560", "", true),
        ("1 . 00", "1.00", "", true),
        ("1 00 0", "1,000", "", true),
        ("0 . 0 0", "0.00", "", true),
        // The dot: already one, or result; otherwise.
        ("1 . 5 .", "1.5", "", false),
        ("1 . .", "1.", "", false),
        ("1 + 2 = .", "3", "", false),
        (".", "0.", "", true),
        ("1 0 0 0 .", "1,000.", "", true),
        // The sign: display 0, or result; otherwise.
        ("⁺⁄₋", "0", "", false),
        ("1 + ⁺⁄₋", "0", "+", false),
        ("1 + 2 = ⁺⁄₋", "3", "", false),
        ("5 ⁺⁄₋", "-5", "", true),
        ("5 ⁺⁄₋ ⁺⁄₋", "5", "", true),
        ("1 0 0 0 ⁺⁄₋", "-1,000", "", true),
        ("0 . ⁺⁄₋", "-0.", "", true),
        ("5 ⁺⁄₋ 5", "-55", "", true),
        // Operators: nothing typed; otherwise.
        ("1 + −", "0", "−", true),
        ("1 +", "0", "+", true),
        ("+", "0", "+", true),
        ("1 + 0 ×", "0", "×", true),
        // =: result shown, or no terms; otherwise.
        ("=", "0", "", false),
        ("5 =", "5", "", false),
        ("1 + 2 = =", "3", "", false),
        ("1 + 2 =", "3", "", true),
        ("1 ÷ =", "NaN", "", true),
        // CE, AC.
        ("1 2 CE", "0", "", true),
        ("1 + 2 CE", "0", "+", true),
        ("1 + 2 = CE", "0", "", true),
        ("1 + 2 AC", "0", "", true),
        ("1 ÷ 0 = CE", "0", "", true),
    ]) func `does what its table says`(keys: String, shown: String, pending: String, isAccepted: Bool) throws {
        let (keypad, accepted) = try pressed(keys)
        #expect(keypad.display == shown)
        #expect(keypad.operator?.rawValue ?? "" == pending)
        #expect(accepted.last ?? true == isAccepted)
        #expect(accepted.dropLast().allSatisfy { $0 })
    }

    /// Keys, the display after them, the history.
    @Test(arguments: [
        ("1 + − 2 =", "-1", "1|− 2"),
        ("1 + 2 CE − 3 =", "-2", "1|− 3"),
        ("1 CE + 2 =", "2", "0|+ 2"),
        ("1 ÷ =", "NaN", "1|÷ 0"),
        ("1 + 2 = + 4 =", "7", "1|+ 2|3|+ 4"),
        ("10 ÷ 3 = × 3 =", "10", "10|÷ 3|3.33333333333333|× 3"),
        ("0 . 0 0 ⁺⁄₋ +", "0", "0.00"),
        ("0 . ⁺⁄₋ +", "0", "0"),
        ("+ 5 =", "5", "0|+ 5"),
        ("− 5 =", "-5", "0|− 5"),
        ("2 + 3 × 4 =", "20", "2|+ 3|× 4"),
        ("1 . + 2 . 50 =", "3.5", "1|+ 2.50"),
        ("1 ÷ 0 = + 5 =", "NaN", "1|÷ 0|NaN|+ 5"),
        ("1 ÷ 0 = CE + 5 =", "5", "1|÷ 0|0|+ 5"),
        ("1 ÷ 0 = AC 5 + 5 =", "10", "5|+ 5"),
        ("1 + 2 = CE 5 + 1 =", "6", "1|+ 2|5|+ 1"),
        ("5 + 0 − 3 =", "2", "5|+ 0|− 3"),
        ("5 + 3 CE 0 × 2 =", "10", "5|+ 0|× 2"),
        ("5 + 3 CE × 2 =", "10", "5|× 2"),
        ("5 + 3 CE =", "5", "5|+ 0"),
        ("1 0 0 0 ⁺⁄₋ × 2 =", "-2,000", "-1,000|× 2"),
        ("1 − 1 = 0 + 5 =", "5", "1|− 1|0|+ 5"),
        ("2 × . 5 =", "1", "2|× 0.5"),
        ("2 × . =", "0", "2|× 0"),
        ("9999999999999999 +", "0", "9,999,999,999,999,999"),
        ("0 . 00 00 00 00 00 00 00 00 01 + 1 =", "1", "0.000000000000000001|+ 1"),
    ]) func `computes and records what was keyed`(keys: String, shown: String, history: String) throws {
        let (keypad, _) = try pressed(keys)
        #expect(keypad.display == shown)
        let rows = keypad.history.map { $0.operator.isEmpty ? $0.operand : "\($0.operator) \($0.operand)" }
        #expect(rows.joined(separator: "|") == history)
    }

    @Test func `changes nothing when it ignores a key`() throws {
        for keys in ["1 + 2 =", "1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7", "1 . 5", ""] {
            let (keypad, _) = try pressed(keys)
            for key in KeypadKey.allCases {
                var next = keypad
                if !next.press(key) { #expect(next == keypad, "\(keys) \(key)") }
            }
        }
    }

    @Test func `rounds no digit while typing`() throws {
        #expect(try pressed("0 . 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1").keypad.display == "0.000000000000000001")
        #expect(try pressed("9999999999999999").keypad.value == DecimalNumber("9999999999999999"))
        #expect(try pressed("9999999999999999 − 9999999999999998 =").keypad.display == "1")
    }

    @Test func `ignores an operator behind the last term it has room for`() throws {
        var keypad = Keypad()
        for _ in 0..<Keypad.termLimit {
            try press([.one, .plus], on: &keypad)
        }
        try press([.one], on: &keypad)
        let isAccepted = keypad.press(.plus)
        #expect(!isAccepted)
        try press([.equals], on: &keypad)
        #expect(keypad.display == "1,001")
        #expect(keypad.history.count == Keypad.historyLimit)
        try press([.plus, .one, .equals], on: &keypad)
        #expect(keypad.history.last?.operand == "1" && keypad.history.dropLast().last?.operand == "1,001")
    }

    @Test func `has the keys where the original has them`() {
        let labels = KeypadLayout.rows.map { $0.map(\.rawValue).joined(separator: " ") }
        #expect(labels == ["AC CE ⁺⁄₋ ÷", "7 8 9 ×", "4 5 6 −", "1 2 3 +", "0 00 . ="])
        #expect(Set(KeypadLayout.rows.joined()) == Set(KeypadKey.allCases))
    }

    @Test(
        arguments: [
            ("-", .minus), ("−", .minus), ("*", .times), ("x", .times), ("×", .times), ("/", .dividedBy),
            ("÷", .dividedBy),
            ("+", .plus), ("±", .sign), ("+/-", .sign), ("⁺⁄₋", .sign), ("00", .doubleZero), ("AC", .allClear),
            ("CE", .clearEntry), ("=", .equals), (".", .dot), ("7", .seven), ("ac", nil), ("", nil), ("000", nil),
            ("10", nil),
            ("٣", nil),
        ] as [(String, KeypadKey?)]
    ) func `knows its keys by their spellings`(spelling: String, key: KeypadKey?) {
        #expect(KeypadKey(spelling: spelling) == key)
    }
}

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
