/// The keypad of a calculator that computes in the order typed, as a value: a key leads from one state to the next.
///
/// It does no I/O and keeps nothing outside itself. ``state`` exports everything it remembers, `init(_:)` takes that
/// back, and a keypad made so goes on exactly as the one that exported.
package struct Keypad: Sendable, Hashable {
    /// The most terms of one formula; an operator key that would make more is ignored.
    package static let termLimit = 1_000

    /// The most history rows; the oldest are dropped.
    package static let historyLimit = 1_000

    /// What the display shows.
    enum Entry: Sendable, Hashable {
        /// A number being typed; `isTyped` is false for the 0 nobody has typed since the last operator.
        case number(TypedNumber, isTyped: Bool)
        /// The exact result of a formula.
        case result(DecimalNumber)
    }

    var entry: Entry
    var pendingOperator: ArithmeticOperator?
    var terms: [FormulaTerm]
    var rows: [KeypadRow]

    /// A keypad at the start, as after `AC`.
    package init() {
        self.init(entry: .number(.zero, isTyped: true), pendingOperator: nil, terms: [], rows: [])
    }

    init(entry: Entry, pendingOperator: ArithmeticOperator?, terms: [FormulaTerm], rows: [KeypadRow]) {
        self.entry = entry
        self.pendingOperator = pendingOperator
        self.terms = terms
        self.rows = rows
    }

    /// The text on display: the number as typed with commas between the thousands, or the result.
    package var display: String {
        switch entry {
        case .number(let typed, _): typed.display
        case .result(let value): value.display
        }
    }

    /// The operator in front of the number on display; nil when there is none.
    package var `operator`: ArithmeticOperator? {
        pendingOperator
    }

    /// The history, oldest row first: what was typed as it was typed, and a result that was carried on as it was shown.
    package var history: [KeypadRow] {
        rows
    }

    /// What is on display as the history shows it.
    var record: String {
        switch entry {
        case .number(let typed, _): typed.record
        case .result(let value): value.display
        }
    }

    /// The exact value of what is on display.
    package var value: DecimalNumber {
        switch entry {
        case .number(let typed, _): typed.number
        case .result(let value): value
        }
    }
}
