internal import Cryptography
internal import Messages
internal import WireJSON

/// Tells whether two requests with one idempotency key ask for the same thing.
///
/// SHA-256 over the method, a newline, the canonical params (`{}` when absent), a newline, and the SHA-256 of each
/// attachment. Neither a method's name nor canonical JSON contains a newline, so no two requests share the text.
struct Fingerprint {
    private var text = JSONWriter(capacity: 1_024)
    /// The last one; unless someone has kept it, its memory becomes that of the next.
    private var digest: [UInt8] = []

    init() {}

    mutating func of(_ request: Request, attachments: [[UInt8]]) -> [UInt8] {
        text.removeAll()
        text.verbatim(request.method.utf8Span)
        text.verbatim("\n")
        if let params = request.params {
            params.writeCanonical(to: &text)
        } else {
            text.verbatim("{}")
        }
        text.verbatim("\n")
        for attachment in attachments { text.verbatim(SHA256.digest(of: attachment.span)) }
        var hash = SHA256()
        hash.add(text.bytes.span)
        hash.finish(into: &digest)
        return digest
    }
}
