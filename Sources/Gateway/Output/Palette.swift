/// Colours, or none.
struct Palette: Sendable {
    /// What a colour means; the numbers are those of ECMA-48 (SGR).
    enum Style: String, Sendable {
        case strong = "1"
        case faint = "2"
        case inverse = "7"
        case bad = "31"
        case good = "32"
        case doubtful = "33"
        /// No longer so: red and crossed out.
        case struck = "31;9"
    }

    let isOn: Bool

    func paint(_ text: String, _ style: Style?) -> String {
        guard isOn, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}
