import Cryptography

/// One picture, ready to be sent.
enum Drawing {
    /// Its bytes and what they are.
    case ready(mediaType: String, bytes: [UInt8], sha256: String)
    /// There is one, of so many bytes, but no frame may carry it, or no room is left for it.
    case tooLarge(bytes: Int)

    init(mediaType: String, bytes: [UInt8]) {
        self = .ready(mediaType: mediaType, bytes: bytes, sha256: SHA256.hexadecimal(of: bytes.span))
    }
}
