/// The services of the market ground.
public enum ServiceName: String, Sendable, Hashable, CaseIterable {
    /// Keeps fruit and makes juice.
    case juice
    /// Calculates.
    case calc
    /// Shows an exposition and its exhibits.
    case expo
    /// Sells vendors' products.
    case market

    /// The program's name, such as `juice-service`.
    public var program: String { "\(rawValue)-service" }
    /// The `source` of its replies and events, such as `/juice-service`.
    public var source: String { "/\(program)" }
}
