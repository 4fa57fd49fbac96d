/// Pauses that grow and are spread at random, so that many clients do not come back together.
///
/// The same seed gives the same pauses, so what uses them can be run again.
public struct Backoff: Sendable {
    /// The spread needs no secrecy, and a system call for every sending would be felt.
    private var generator: SeededGenerator

    /// Begins the pauses of a seed.
    public init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Capped exponential back-off with full jitter: anything from nothing to `first`, doubled with each failure.
    ///
    /// Of <https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/>.
    ///
    /// - Parameters:
    ///   - failures: The failures before this one, from 0.
    ///   - first: The bound of the first pause.
    ///   - cap: The bound of every pause.
    public mutating func pause(after failures: Int, first: Duration, cap: Duration) -> Duration {
        min(first * (1 << min(max(failures, 0), 20)), cap) * fraction()
    }

    /// A duration spread by a quarter to both sides.
    public mutating func spread(_ duration: Duration) -> Duration {
        duration * (0.75 + 0.5 * fraction())
    }

    private mutating func fraction() -> Double {
        Double(generator.next() >> 11) / Double(1 << 53)
    }
}
