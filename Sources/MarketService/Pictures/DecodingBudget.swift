import Synchronization

/// Bounds the memory that all decoding of pictures takes at the same time.
///
/// Nearly every picture takes a few megabytes; one that was made to that end takes some hundred.
final class DecodingBudget: Sendable {
    /// Enough for any picture that is accepted, one at a time: 745 MB are the most that a header announces, and some 70 more of
    /// a hostile one that is to be turned as well, which is refused.
    static let enough = 768 << 20

    /// The most bytes at a time.
    let byteCount: Int
    private let taken = Mutex(0)

    init(byteCount: Int = enough) {
        self.byteCount = byteCount
    }

    /// Runs `body` with some bytes taken, and gives them back; `nil` when others have taken too many.
    func taking<Value, Failure: Error>(
        _ bytes: Int,
        _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        let isTaken = taken.withLock { taken in
            guard bytes <= byteCount - taken else { return false }
            taken += bytes
            return true
        }
        guard isTaken else { return nil }
        defer { taken.withLock { $0 -= bytes } }
        return try body()
    }
}
