/// An idempotency key that equals another only byte by byte.
///
/// Texts that Swift calls equal, such as two forms of one accent, are different keys.
struct ExactKey: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (first: ExactKey, second: ExactKey) -> Bool {
        first.text.utf8.elementsEqual(second.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        text.utf8.span.withUnsafeBytes { bytes in hasher.combine(bytes: bytes) }
    }
}
