import CalcDomain
import Platform
import Testing

@Suite struct `The state of the keypad` {
    @Test(arguments: 1...20 as ClosedRange<UInt64>) func `comes back as it went out, after any keys`(seed: UInt64)
        throws
    {
        var generator = SeededGenerator(seed: seed)
        var keypad = Keypad()
        for _ in 0..<400 {
            _ = keypad.press(generator.key())
            let restored = try Keypad(keypad.state)
            #expect(restored == keypad)
        }
    }

    @Test(arguments: [
        "1 + 2 = × 3", "10 ÷ 3 =", "1 ÷ 0 =", "1 +", "1 CE", "1 + 2 CE", "0 . 0 0 ⁺⁄₋", "9999999999999999 ⁺⁄₋ .",
        "0 . 000000000000000001 + 1", "1 ÷ 9999999999999999 = × 9999999999999999 = ÷ 7 =",
    ]) func `comes back as it went out`(keys: String) throws {
        let (keypad, _) = try pressed(keys)
        #expect(try Keypad(keypad.state) == keypad)
    }

    @Test func `comes back with the longest history and formula`() throws {
        var keypad = Keypad()
        for round in 0..<2 {
            try press([.clearEntry], on: &keypad)
            for _ in 0..<(Keypad.termLimit - round) {
                try press([.nine, .plus], on: &keypad)
            }
            #expect(try Keypad(keypad.state) == keypad)
            try press([.equals], on: &keypad)
            #expect(try Keypad(keypad.state) == keypad)
        }
    }

    @Test func `comes back with the largest numbers, which are shown beyond the range`() throws {
        let largest = try #require(DecimalNumber("9999999999999999999999999999999999E6111"))
        let rows = [KeypadRow(operator: "", operand: "1E+6145"), KeypadRow(operator: "×", operand: "1")]
        var keypad = try Keypad(KeypadState(typed: largest.description, isResult: true, history: rows))
        #expect(keypad.display == "1E+6145")
        try press([.minus, .one], on: &keypad)
        #expect(try Keypad(keypad.state) == keypad)
        try press([.equals], on: &keypad)
        #expect(keypad.value == largest)
        #expect(try Keypad(keypad.state) == keypad)
    }

    @Test func `starts as its defaults`() throws {
        #expect(Keypad().state == KeypadState())
        #expect(try Keypad(KeypadState()) == Keypad())
    }

    @Test(arguments: [
        "", "-", "-0", "01", "1.2.3", "a", "+1", "1e5", "1,000", " 1", "12345678901234567", "-12345678901234567", "NaN",
        "0.0000000000000000001", "1234567891234567.8", "--1", "1-", ".5", "\u{661}", "1\u{301}", "-\u{301}",
    ]) func `is refused with a number nobody can type`(typed: String) {
        let error = #expect(throws: KeypadStateError.self) { try Keypad(KeypadState(typed: typed)) }
        #expect(error?.code == .notTyped)
        #expect(error?.pointer == "/typed")
    }

    @Test(arguments: Tampering.all) func `is refused when it was tampered with`(tampering: Tampering) throws {
        var state = try pressed(tampering.keys).keypad.state
        #expect(throws: Never.self) { try Keypad(state) }
        tampering.change(&state)
        let error = #expect(throws: KeypadStateError.self) { try Keypad(state) }
        #expect(error?.code == tampering.code)
        #expect(error?.pointer == tampering.pointer)
        #expect(error?.description == "\(tampering.pointer) \(tampering.code.rawValue)")
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `that was accepted stays one, whatever was done to it before`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var acceptedCount = 0
        for _ in 0..<400 {
            var keypad = Keypad()
            for _ in 0..<Int.random(in: 0...15, using: &generator) { _ = keypad.press(generator.key()) }
            var state = keypad.state
            Tampering.random(&state, using: &generator)
            guard var restored = try? Keypad(state) else { continue }
            acceptedCount += 1
            #expect(restored.state == state)
            for _ in 0..<15 { _ = restored.press(generator.key()) }
            #expect(restored.display.utf8.count <= 32)
            let again = try Keypad(restored.state)
            #expect(again == restored)
        }
        #expect((1..<400).contains(acceptedCount))
    }
}
