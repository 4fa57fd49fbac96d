/// The currencies that a price can be in.
package enum Currency: String, Sendable, Hashable, CaseIterable {
    /// The South Korean won, which has no smaller unit.
    case krw = "KRW"
    /// The United States dollar of 100 cents.
    case usd = "USD"

    /// How many digits stand behind the decimal point: 0 or 2.
    package var fractionDigits: Int {
        switch self {
        case .krw: 0
        case .usd: 2
        }
    }
}
