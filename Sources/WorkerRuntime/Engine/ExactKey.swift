internal import Glibc

/// An idempotency key that equals another only byte by byte: texts that Swift calls equal, such as two forms of one
/// accent, are different keys.
struct ExactKey: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (first: ExactKey, second: ExactKey) -> Bool {
        let (one, other) = (first.text.utf8.span, second.text.utf8.span)
        return one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                guard let start = one.baseAddress, let otherStart = other.baseAddress else {
                    return one.count == other.count
                }
                return one.count == other.count && memcmp(start, otherStart, one.count) == 0
            }
        }
    }

    func hash(into hasher: inout Hasher) {
        text.utf8.span.withUnsafeBytes { bytes in hasher.combine(bytes: bytes) }
    }
}
