/// Sums the bytes of the last answers to one peer.
///
/// In parts of a quarter of their number, so that nothing is kept of the single ones: the sum is of up to a quarter more.
struct RecentAnswers {
    /// The part that grows is the last; the others have a quarter each.
    private var parts: InlineArray<5, Int> = [0, 0, 0, 0, 0]
    private var last = 0
    private var countInLast = 0
    /// The sum.
    private(set) var bytes = 0

    /// Adds one answer.
    ///
    /// - Parameters:
    ///   - count: Its bytes.
    ///   - most: How many answers at least are in the sum, if there have been as many.
    /// - Returns: The bytes of older answers that are in the sum no more.
    mutating func add(_ count: Int, keeping most: Int) -> Int {
        var dropped = 0
        if countInLast >= max(1, (most + 3) / 4) {
            last = (last + 1) % parts.count
            dropped = parts[last]
            parts[last] = 0
            countInLast = 0
        }
        parts[last] += count
        countInLast += 1
        bytes += count - dropped
        return dropped
    }
}
