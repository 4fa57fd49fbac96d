/// The services of the market ground.
package enum ServiceName: String, Sendable, Hashable, CaseIterable {
    /// Keeps fruit and makes juice.
    case juice
    /// Calculates.
    case calc
    /// Shows an exposition and its exhibits.
    case expo
    /// Sells vendors' products.
    case market

    /// The program's name, such as `juice-service`.
    package var program: String { String(source.dropFirst()) }
    /// The `source` of its replies and events, such as `/juice-service`: a constant, because every reply names it.
    package var source: String {
        switch self {
        case .juice: "/juice-service"
        case .calc: "/calc-service"
        case .expo: "/expo-service"
        case .market: "/market-service"
        }
    }
}
