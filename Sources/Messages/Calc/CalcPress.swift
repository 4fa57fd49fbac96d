/// The params of `calc.press`.
package struct CalcPressParams: SuiteMessage {
    /// The most keys of one call.
    package static let maxKeys = 256

    package var keys: [String] = []
    package var state: CalcKeypadState?

    package init() {}
    package init(keys: [String], state: CalcKeypadState? = nil) { (self.keys, self.state) = (keys, state) }

    package mutating func members(_ members: inout Members) {
        let about: StaticString = "The keys in order, by the labels and spellings of calc.keys; may be empty."
        members("keys", &keys, .list(of: .anyText, count: 0...Self.maxKeys), about)
        members("state", &state, .message, "The state of an earlier result; absent: a keypad as after AC.")
        members.keepFirstFault(of: "state")
    }
}

/// The result of `calc.press`.
package struct CalcPressResult: SuiteMessage {
    package var state = CalcKeypadState()
    package var display = ""
    package var `operator` = ""
    package var history: [CalcKeypadRow] = []
    package var accepted: [Bool] = []

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("state", &state, .message, "The state after the keys: what the next call begins with.")
        members("display", &display, .text(bytes: 1...32), "What the display shows.")
        members("operator", &`operator`, .anyText, "The operator in front of the display; empty when there is none.")
        members("history", &history, .list(of: .message), "The rows of all formulas since the last AC, oldest first.")
        members("accepted", &accepted, .list(of: .boolean), "For each key, in order, whether it was accepted.")
    }
}
