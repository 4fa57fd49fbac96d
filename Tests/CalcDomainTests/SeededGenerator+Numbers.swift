import Platform

extension SeededGenerator {
    /// The text of a number anywhere in the range, with 1 to 34 digits.
    mutating func numberText() -> String {
        let digits = (0..<Int.random(in: 1...34, using: &self)).map { place in
            String(Int.random(in: (place == 0 ? 1 : 0)...9, using: &self))
        }
        let exponent = Int.random(in: -6100...6100, using: &self)
        return (Bool.random(using: &self) ? "-" : "") + digits.joined() + "E\(exponent)"
    }
}
