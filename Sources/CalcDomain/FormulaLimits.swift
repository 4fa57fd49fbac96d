/// How long a formula may be.
package struct FormulaLimits: Sendable, Hashable {
    /// The most bytes of UTF-8.
    package var bytes: Int

    /// The most tokens: an operator is one, a number with its sign is one.
    package var tokens: Int

    /// The limits; the defaults are the service's.
    /// - Parameters:
    ///   - bytes: the most bytes of UTF-8.
    ///   - tokens: the most numbers and operators.
    package init(bytes: Int = 65_536, tokens: Int = 10_000) {
        self.bytes = bytes
        self.tokens = tokens
    }
}
