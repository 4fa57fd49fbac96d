/// One input of libFuzzer, read as a formula, as keys, and as a state somebody made up.
///
/// This file is compiled into one module with the domain's sources, see `run`. A check that fails traps, which is how
/// libFuzzer learns of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    checkFormula(text)
    checkNumber(text)
    checkKeys(bytes)
    checkState(text)
    return 0
}

private func checkFormula(_ text: String) {
    do throws(FormulaError) {
        let value = try Formula.value(of: text.utf8Span)
        precondition(value.display.utf8.count <= 32, "a display is too long")
        precondition(DecimalNumber(value.description) == value, "a value does not come back from its text")
        let padded = " " + text + " "
        let same = try Formula.value(of: padded.utf8Span, limits: FormulaLimits(bytes: .max))
        precondition(same == value, "spaces around a formula change its value")
    } catch {
        guard let position = error.position else {
            precondition(error.code == .tooLong, "a syntax error has no position")
            return
        }
        let scalars = text.unicodeScalars
        precondition((0...scalars.count).contains(position), "a position is outside the formula")
        let before = String(String.UnicodeScalarView(scalars.prefix(position)))
        do throws(FormulaError) {
            _ = try Formula(before)
        } catch {
            precondition(error.position == position, "a formula was wrong before the position of its error")
        }
    }
}

private func checkNumber(_ text: String) {
    guard let number = DecimalNumber(text) else { return }
    precondition(DecimalNumber(number.description) == number, "a number does not come back from its text")
    let shown = DecimalNumber.unchecked(number.display.filter { $0 != "," })
    precondition(shown?.display == number.display, "a display does not come back from its text")
}

private func checkKeys(_ bytes: [UInt8]) {
    var keypad = Keypad()
    for byte in bytes {
        let key = KeypadKey.allCases[Int(byte) % KeypadKey.allCases.count]
        let before = keypad
        let isAccepted = keypad.press(key)
        precondition(isAccepted || keypad == before, "an ignored key changed the keypad")
    }
    checkRoundTrip(keypad)
}

/// The first lines are the typed text, the operator and the flags; the others are rows of the terms or of the history.
private func checkState(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 3 else { return }
    var state = KeypadState(typed: lines[0], operator: lines[1])
    state.isResult = lines[2].contains("r")
    state.isTyped = !lines[2].contains("u")
    for line in lines.dropFirst(3) {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { continue }
        let row = KeypadRow(operator: parts[1], operand: parts[2])
        if parts[0] == "t" { state.terms.append(row) } else { state.history.append(row) }
    }
    guard var keypad = try? Keypad(state) else { return }
    precondition(keypad.state == state, "an accepted state comes out changed")
    for key in KeypadKey.allCases {
        _ = keypad.press(key)
        checkRoundTrip(keypad)
    }
}

private func checkRoundTrip(_ keypad: Keypad) {
    do throws(KeypadStateError) {
        let restored = try Keypad(keypad.state)
        precondition(restored == keypad, "a keypad does not come back from its state")
    } catch {
        preconditionFailure("a keypad refuses its own state: \(error)")
    }
}
