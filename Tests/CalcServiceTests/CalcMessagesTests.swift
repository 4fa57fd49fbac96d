import CalcDomain
import Messages
import Testing
import WireJSON

@testable import CalcService

@Suite struct `The messages of calc-service` {
    private func read(_ value: some JSONWritable) throws -> JSONNode {
        try JSONReader().read(value.jsonBytes)
    }

    /// The keypad after some keys, as the service answers with it.
    private func result(_ keys: String) throws -> CalcPressResult {
        var keypad = Keypad()
        var accepted: [Bool] = []
        for spelling in keys.split(separator: " ") {
            accepted.append(keypad.press(try #require(KeypadKey(spelling: String(spelling)))))
        }
        return CalcPressResult {
            $0.state = keypad.state.message
            $0.display = keypad.display
            $0.operator = keypad.operator?.rawValue ?? ""
            $0.history = keypad.history.map(\.message)
            $0.accepted = accepted
        }
    }

    @Test(arguments: ["", "1", "1 . 50", "1 + 2", "1 + 2 = 5", "1 ÷ = + 4", "1 0 ÷ 3 = × 3 =", "5 ⁺⁄₋ × 2 − CE"])
    func `say the same after a trip over the wire`(keys: String) throws {
        let result = try result(keys.replacing("50", with: "5 0"))
        let back = try #require(try CalcPressResult(read(result)))
        #expect(back == result)
        // What comes back is the state of the same keypad.
        let keypad = try Keypad(KeypadState(back.state))
        #expect(keypad.state.message == result.state)
        #expect(keypad.display == result.display)
        let params = CalcPressParams(keys: ["+", "±"], state: back.state)
        #expect(try CalcPressParams(params: read(params)) == params)
    }

    @Test func `leave the state out for a new keypad`() throws {
        let params = CalcPressParams(keys: [])
        #expect(String(decoding: params.jsonBytes, as: UTF8.self) == #"{"keys":[]}"#)
        #expect(try CalcPressParams(params: read(params)) == params)
    }

    @Test func `carry any formula`() throws {
        for formula in ["", "1,234.5×2", "\u{0}\"\\", String(repeating: "÷", count: 40_000)] {
            let params = CalcEvaluateParams(formula: formula)
            #expect(try CalcEvaluateParams(params: read(params)) == params)
        }
        let result = CalcEvaluateResult { ($0.value, $0.display) = ("2469", "2,469") }
        #expect(try CalcEvaluateResult(read(result)) == result)
        let keys = CalcKeysResult(rows: [["0", "00"], ["="]], spellings: [.init(spelling: "*", key: "×")])
        #expect(try CalcKeysResult(read(keys)) == keys)
    }

    @Test(arguments: [
        #"{"typed":"0","operator":"","terms":[],"isResult":false,"isTyped":true}"#,
        #"{"typed":0,"operator":"","terms":[],"isResult":false,"isTyped":true,"history":[]}"#,
        #"{"typed":"0","operator":"","terms":[{"operator":""}],"isResult":false,"isTyped":true,"history":[]}"#,
        #"[]"#,
    ]) func `are none when a member is missing or of another type`(text: String) throws {
        #expect(try CalcKeypadState(JSONReader().read(text)) == nil)
    }

    @Test(arguments: [("1+", 2, "a number"), ("1e5", 1, "an operator"), ("−-1", 1, "a digit or a dot")])
    func `tell where a formula is wrong`(text: String, position: Int, expected: String) throws {
        let fault = try #require(throws: FormulaError.self) { try Formula(text) }
        let error = RPCError(fault)
        #expect(error.knownReason == .syntaxError)
        #expect(error.position == position && error.expected == expected)
    }

    @Test func `tell that a formula is too long, and no place`() throws {
        let fault = try #require(throws: FormulaError.self) { try Formula(String(repeating: " ", count: 65_537)) }
        let error = RPCError(fault)
        #expect(error.knownReason == .formulaTooLong)
        #expect(error.position == nil && error.expected == nil)
    }
}
