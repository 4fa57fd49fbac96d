import CalcDomain
import Messages
import WireJSON
import WorkerEngine

extension CalcWorker {
    /// What a key may be called besides its label.
    private static let spellings = ["-", "*", "x", "/", "\u{B1}", "+/-"]

    static func keys(
        _ params: JSONNode?,
        state: Void,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        let spellings = spellings.compactMap { spelling in
            KeypadKey(spelling: spelling).map { CalcKeysResult.Spelling(spelling: spelling, key: $0.rawValue) }
        }
        CalcKeysResult(rows: KeypadLayout.rows.map { $0.map(\.rawValue) }, spellings: spellings).write(to: &result)
    }

    static func press(
        _ params: JSONNode?,
        state: Void,
        context: inout ReadContext,
        result: inout JSONWriter
    ) throws(RPCError) {
        var (keypad, keys) = try keypadAndKeys(params)
        let accepted = keys.map { keypad.press($0) }
        CalcPressResult {
            $0.state = keypad.state.message
            $0.display = keypad.display
            $0.operator = keypad.operator?.rawValue ?? ""
            $0.history = keypad.history.map(\.message)
            $0.accepted = accepted
        }.write(to: &result)
    }

    /// Reads the params of a press, and tells everything that is wrong with them in one answer.
    private static func keypadAndKeys(_ params: JSONNode?) throws(RPCError) -> (Keypad, [KeypadKey]) {
        var violations: [Violation] = []
        let press = CalcPressParams(params: params, &violations)
        let keys = press.keys.compactMap { KeypadKey(spelling: $0) }
        if keys.count < press.keys.count, let given = params?["keys"]?.elements {
            // What is no text has its violation, and is not among the keys that were read.
            for (index, element) in given.enumerated() {
                guard let spelling = element.string, KeypadKey(spelling: spelling) == nil else { continue }
                let detail = "keys[\(index)] is no key of the keypad"
                violations.append(Violation(path: ["keys", "\(index)"], reason: .unknown, detail: detail))
            }
        }
        var keypad = Keypad()
        if let state = press.state, !violations.contains(where: { $0.pointer.hasPrefix("/state") }) {
            do {
                keypad = try Keypad(KeypadState(state))
            } catch {
                violations.append(Violation(error))
            }
        }
        guard violations.isEmpty else { throw RPCError(violations: violations) }
        return (keypad, keys)
    }
}
