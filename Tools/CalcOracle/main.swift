// Reads one question per line from standard input and prints one answer per line, for a program that knows better.
//
//     add MODE A B   subtract MODE A B   multiply MODE A B   divide MODE A B     MODE: even or away
//     display V      text V      evaluate FORMULA      press KEY KEY …
//
// Numbers are written as in `-12.5E-16`; a number is answered as coefficient and exponent, `-125E-17`, or as `NaN`.

import CalcDomain

func exact(_ number: DecimalNumber) -> String {
    number.isNaN ? "NaN" : "\(number.isNegative ? "-" : "")\(number.coefficient)E\(number.exponent)"
}

func answer(_ question: Substring, _ rest: Substring) -> String? {
    let words = rest.split(separator: " ")
    switch question {
    case "add", "subtract", "multiply", "divide":
        guard words.count == 3,
            let left = DecimalNumber(String(words[1])),
            let right = DecimalNumber(String(words[2]))
        else { return nil }
        let mode: RoundingMode
        switch words[0] {
        case "even": mode = .halfEven
        case "away": mode = .halfAwayFromZero
        default: return nil
        }
        return switch question {
        case "add": exact(left.adding(right, rounding: mode))
        case "subtract": exact(left.subtracting(right, rounding: mode))
        case "multiply": exact(left.multiplied(by: right, rounding: mode))
        default: exact(left.divided(by: right, rounding: mode))
        }
    case "display":
        return DecimalNumber(String(rest))?.display
    case "text":
        return DecimalNumber(String(rest))?.description
    case "evaluate":
        do throws(FormulaError) {
            return exact(try Formula.value(of: String(rest).utf8Span))
        } catch {
            guard let position = error.position, let expected = error.expected else { return "too long" }
            return "\(position) \(expected.rawValue)"
        }
    case "press":
        var keypad = Keypad()
        var accepted = ""
        for word in words {
            guard let key = KeypadKey(spelling: String(word)) else { return nil }
            accepted += keypad.press(key) ? "1" : "0"
        }
        let history = keypad.history.map { $0.operator + $0.operand }.joined(separator: " ")
        return "\(accepted)|\(keypad.display)|\(keypad.operator?.rawValue ?? "")|\(history)"
    default:
        return nil
    }
}

while let line = readLine() {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    print(answer(parts[0], parts.count > 1 ? parts[1] : "") ?? "unknown question: \(line)")
}
