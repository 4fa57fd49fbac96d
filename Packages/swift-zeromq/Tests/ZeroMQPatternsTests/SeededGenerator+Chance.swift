@testable import ZeroMQPatterns

extension SeededGenerator {
    /// Whether something happens that does so in this share of cases, 0…1.
    mutating func chance(_ share: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < share
    }
}
