internal import Messages
internal import Platform
internal import Terminal

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
        palette: Palette
    ) -> [String] {
        let place = line.map { self("formula_line", line: $0) } ?? ""
        guard error.knownReason == .syntaxError, let position = error.position else {
            let text =
                self[
                    optional: "wire_error_\(error.knownReason == .formulaTooLong ? "formula_too_long" : "syntax_error")"
                ] ?? error.detail
            return [heading(place + text.printable, palette: palette)]
        }
        let problem = error.expected.map(wanted) ?? error.detail.printable
        // People count from 1.
        let text = self("formula_problem", problem: problem, position: position + 1)
        return [heading(place + text, palette: palette)]
            + FormulaCaret.lines(formula, position: position, columns: columns)
    }

    /// What the service expected; Korean has words for the kinds of it.
    private func wanted(_ token: String) -> String {
        self[optional: "wire_expected \(token)"] ?? self("formula_expected", token: token.printable)
    }

    func notAccepted(_ keys: [String]) -> String {
        self("not_accepted", list: keys.map(\.printable).joined(separator: " "))
    }
}
