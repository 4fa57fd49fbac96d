internal import Synchronization

/// Bounds the memory that all decoding of pictures takes at the same time.
///
/// Nearly every picture takes a few megabytes; one that was made to that end takes some hundred.
package final class DecodingBudget: Sendable {
    /// Enough for any picture that is accepted, one at a time: 745 MB are the most that a header announces, and some 70 more of
    /// a hostile one that is to be turned as well, which is refused.
    package static let enough = 768 << 20

    /// The most bytes at a time.
    package let byteCount: Int
    private let taken = Mutex(0)

    package init(byteCount: Int = enough) {
        self.byteCount = byteCount
    }

    /// Runs `body` with some bytes taken, and gives them back.
    ///
    /// - Throws: ``PictureError``: `tooMuchMemory` when there will never be so many, `busy` when others have taken too many;
    ///   and what `body` throws.
    package func taking<Value>(_ bytes: Int, body: () throws(PictureError) -> Value) throws(PictureError) -> Value {
        guard bytes <= byteCount else {
            let (needed, allowed) = (bytes >> 20, byteCount >> 20)
            throw PictureError(.tooMuchMemory, "Decoding it may take \(needed) MiB, at most \(allowed) are allowed.")
        }
        let isTaken = taken.withLock { taken in
            guard bytes <= byteCount - taken else { return false }
            taken += bytes
            return true
        }
        guard isTaken else { throw PictureError(.busy, "other pictures have taken the memory for decoding") }
        defer { taken.withLock { $0 -= bytes } }
        return try body()
    }
}
