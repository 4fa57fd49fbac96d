/// Where the keys of the keypad are.
package enum KeypadLayout {
    /// The keys, row by row from the top, each row from the left.
    package static let rows: [[KeypadKey]] = [
        [.allClear, .clearEntry, .sign, .dividedBy],
        [.seven, .eight, .nine, .times],
        [.four, .five, .six, .minus],
        [.one, .two, .three, .plus],
        [.zero, .doubleZero, .dot, .equals],
    ]
}
