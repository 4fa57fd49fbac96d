internal import Glibc

/// An idempotency key that equals another only byte by byte, and is ordered by its bytes.
///
/// Texts that Swift calls equal, such as two forms of one accent, are different keys.
struct ExactKey: Hashable, Comparable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (first: ExactKey, second: ExactKey) -> Bool {
        first.text.utf8.count == second.text.utf8.count && order(first, second) == 0
    }

    static func < (first: ExactKey, second: ExactKey) -> Bool {
        let order = order(first, second)
        return order == 0 ? first.text.utf8.count < second.text.utf8.count : order < 0
    }

    /// How the bytes that both have compare.
    private static func order(_ first: ExactKey, _ second: ExactKey) -> Int32 {
        let (one, other) = (first.text.utf8.span, second.text.utf8.span)
        return one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                guard let start = one.baseAddress, let otherStart = other.baseAddress else { return 0 }
                return memcmp(start, otherStart, min(one.count, other.count))
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        text.utf8.span.withUnsafeBytes { bytes in hasher.combine(bytes: bytes) }
    }
}
