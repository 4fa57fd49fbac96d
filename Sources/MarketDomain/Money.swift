/// An exact sum of money of one currency.
package struct Money: Sendable, Hashable {
    /// The largest sum, in whole units of either currency.
    package static let maxAmount = 1_000_000_000_000

    /// The sum in the currency's smallest unit: won, or cents.
    package let minorUnits: Int
    package let currency: Currency

    package init(minorUnits: Int, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Makes a sum of an amount.
    ///
    /// - Returns: `nil` when the currency has no unit that small, or no price is that large.
    package init?(_ amount: Amount, currency: Currency) {
        guard let units = amount.scaled(by: currency.fractionDigits) else { return nil }
        self.init(minorUnits: units, currency: currency)
    }

    /// The sum as a JSON number with exactly the currency's digits: `1000`, `10.50`.
    package var text: String {
        let digits = currency.fractionDigits
        guard digits > 0 else { return String(minorUnits) }
        let magnitude = String(minorUnits.magnitude)
        let padded = String(repeating: "0", count: max(0, digits + 1 - magnitude.count)) + magnitude
        return "\(minorUnits < 0 ? "-" : "")\(padded.dropLast(digits)).\(padded.suffix(digits))"
    }
}

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
