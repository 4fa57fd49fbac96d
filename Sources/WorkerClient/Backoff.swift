internal import Platform

/// Pauses that grow and are spread at random, so that many clients do not come back together.
struct Backoff {
    /// The spread needs no secrecy, and a system call for every sending would be felt.
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
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
        Double(generator.next() >> 11) / Double(1 << 53)
    }
}
