internal import ArgumentParser

/// When to write colours.
enum ColorMode: String, Sendable, CaseIterable, ExpressibleByArgument {
    case auto
    case always
    case never

    /// Whether text for a stream is coloured.
    ///
    /// `NO_COLOR` (no-color.org) outranks `auto`, not `always`.
    ///
    /// - Parameter isTerminal: Whether the stream is one.
    func isOn(isTerminal: Bool, _ environment: Environment) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto: isTerminal && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
        }
    }
}
