/// What somebody at the keyboard wants of the keypad.
enum KeypadInput: Sendable, Hashable {
    /// A key of the keypad, by its label.
    case key(String)
    /// To see older (positive) or newer rows of the history.
    case scroll(Int)
    /// The same, by as many rows as are shown.
    case page(Int)
    case quit
}
