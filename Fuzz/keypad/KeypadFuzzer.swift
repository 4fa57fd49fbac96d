import CalcDomain
import Messages
import WireJSON

/// One input of libFuzzer, read as the params of `calc.press`.
///
/// Compiled with the service's own files, see `run`. A check that fails traps, which is how libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let node = try? JSONReader().read(bytes) else { return 0 }
    guard let params = try? CalcPressParams(params: node) else { return 0 }
    guard let state = params.state else {
        press(params.keys, on: Keypad())
        return 0
    }
    do throws(KeypadStateError) {
        let keypad = try Keypad(KeypadState(state))
        precondition(keypad.state.message == state, "an accepted state comes out changed")
        press(params.keys, on: keypad)
    } catch {
        let violation = Violation(error)
        precondition(violation.pointer.hasPrefix("/state"), "a violation points elsewhere")
    }
    return 0
}

private func press(_ spellings: [String], on start: Keypad) {
    var keypad = start
    for spelling in spellings.prefix(CalcPressParams.maxKeys) {
        guard let key = KeypadKey(spelling: spelling) else { continue }
        let before = keypad
        precondition(keypad.press(key) || keypad == before, "an ignored key changed the keypad")
    }
    for key in KeypadKey.allCases {
        var next = keypad
        _ = next.press(key)
        checkWayBack(next)
    }
}

/// The state goes to the caller and comes back.
private func checkWayBack(_ keypad: Keypad) {
    let sent = keypad.state.message.jsonBytes
    guard let node = try? JSONReader().read(sent), let message = CalcKeypadState(node) else {
        preconditionFailure("a state cannot be read back")
    }
    do throws(KeypadStateError) {
        let restored = try Keypad(KeypadState(message))
        precondition(restored == keypad, "a keypad does not come back from its state")
    } catch {
        preconditionFailure("a keypad refuses its own state: \(error)")
    }
}
