/// Pauses that grow and are spread at random, so that many clients do not come back together.
struct Backoff {
    /// SplitMix64: the spread needs no secrecy, and a system call for every sending would be felt.
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// Capped exponential back-off with full jitter: anything from nothing to `first`, doubled with each failure.
    ///
    /// - Parameters:
    ///   - failures: The failures before this one, from 0.
    ///   - first: The bound of the first pause.
    ///   - cap: The bound of every pause.
    mutating func pause(after failures: Int, first: Duration, cap: Duration) -> Duration {
        min(first * (1 << min(failures, 20)), cap) * fraction()
    }

    /// A duration spread by a quarter to both sides.
    mutating func spread(_ duration: Duration) -> Duration {
        duration * (0.75 + 0.5 * fraction())
    }

    private mutating func fraction() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    }
}
