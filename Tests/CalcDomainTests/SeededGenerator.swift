/// A small random number generator (SplitMix64) whose whole sequence follows from its seed, so that a failure repeats.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

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
