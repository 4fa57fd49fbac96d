internal import Messages
internal import Platform

extension Texts {
    /// Says what is wrong with a formula, and where.
    ///
    /// - Parameters:
    ///   - line: Its line of the input, from 1; `nil` where there is only one.
    ///   - columns: How wide the lines may be.
    func formulaRefusal(
        _ error: RPCError,
        of formula: String,
        line: Int? = nil,
        columns: Int,
        _ palette: Palette
    ) -> [String] {
        let place = line.map { pick("\($0)번째 줄: ", "line \($0): ") } ?? ""
        guard error.knownReason == .syntaxError, let position = error.position else {
            let text = pick(error.knownReason == .formulaTooLong ? "식이 너무 깁니다." : "식이 올바르지 않습니다.", error.detail)
            return [heading(place + text.printable, palette)]
        }
        let wanted = error.expected.map { pick("\(koreanToken($0)) 와야 합니다", "expected \($0.printable)") }
        let problem = wanted ?? error.detail.printable
        let text = pick("식이 올바르지 않습니다: \(problem)", "\(problem) at character \(position)")
        return [heading(place + text, palette)]
            + FormulaCaret.lines(formula, position: position, columns: columns)
    }

    /// What the service expected, with its particle.
    private func koreanToken(_ token: String) -> String {
        switch token {
        case "a number": "숫자가"
        case "a digit or a dot": "숫자나 소수점이"
        case "a digit": "숫자가"
        case "an operator": "연산자가"
        default: "\(token.printable) 이(가)"
        }
    }

    /// The stream broke off: what was before this line has been answered.
    func stopped(atLine line: Int) -> String {
        pick("\(line)번째 줄에서 멈췄습니다. 그 앞의 줄은 모두 계산했습니다.", "Stopped at line \(line); every line before it was answered.")
    }

    // MARK: The keypad

    func notAccepted(_ keys: [String]) -> String {
        let list = keys.map(\.printable).joined(separator: " ")
        return pick("받아들이지 않은 키: \(list)", "not accepted: \(list)")
    }

    var keypadHelp: String {
        pick("q 끝 · Enter = · ⌫ CE · Esc AC · n ⁺⁄₋ · ↑↓ 기록", "q quit · Enter = · ⌫ CE · Esc AC · n ⁺⁄₋ · ↑↓ history")
    }

    var keypadAlone: String {
        pick("q 끝 · calc 응답 없음: 입력은 그대로, 다시 시도 중", "q quit · no answer: nothing is lost, trying again")
    }

    var keypadWaiting: String { pick("계산 중…", "calculating…") }
}
