import CalcDomain
import Messages

extension RPCError {
    /// What a caller learns about a formula that cannot be evaluated.
    init(_ error: FormulaError) {
        switch error.code {
        case .syntax:
            self.init(.syntaxError, error.description)
            position = error.position
            expected = error.expected?.rawValue
        case .tooLong:
            let limits = FormulaLimits()
            self.init(.formulaTooLong, "a formula has at most \(limits.bytes) bytes and \(limits.tokens) tokens")
        }
    }
}
