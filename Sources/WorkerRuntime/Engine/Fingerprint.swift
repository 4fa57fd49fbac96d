internal import CSodium
internal import Messages
internal import WireJSON
internal import ZeroMQ

/// Tells whether two requests with one idempotency key ask for the same thing.
///
/// SHA-256 over the method, a newline, the canonical params (`{}` when absent), a newline, and the SHA-256 of each
/// attachment. Neither a method's name nor canonical JSON contains a newline, so no two requests share the text.
struct Fingerprint {
    /// Bytes of a fingerprint.
    static let size = 32

    private var writer = JSONWriter(capacity: 1_024)
    private var text: [UInt8] = []

    init() {}

    /// The fingerprint of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - attachments: Its attachment frames.
    mutating func of(_ request: Request, attachments: [[UInt8]]) -> [UInt8] {
        text.removeAll(keepingCapacity: true)
        text.append(contentsOf: request.method.utf8)
        text.append(UInt8(ascii: "\n"))
        writer.removeAll()
        if let params = request.params {
            params.writeCanonical(to: &writer)
        } else {
            writer.beginObject()
            writer.endObject()
        }
        text.append(contentsOf: writer.bytes)
        text.append(UInt8(ascii: "\n"))
        for attachment in attachments {
            text.append(contentsOf: Self.sha256(attachment))
        }
        return Self.sha256(text)
    }

    private static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size) { output, count in
            guard let digest = output.baseAddress else { return }
            crypto_hash_sha256(digest, bytes, UInt64(bytes.count))
            count = size
        }
    }
}
