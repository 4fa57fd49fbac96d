internal import CNettle

/// The SHA-256 of bytes that come in pieces: FIPS 180-4.
public struct SHA256 {
    /// Bytes of a digest.
    public static let size = Int(SHA256_DIGEST_SIZE)

    private var context = sha256_ctx()

    /// Begins with no bytes.
    public init() { nettle_sha256_init(&context) }

    /// Adds bytes to those before.
    public mutating func add(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBufferPointer { buffer in
            guard let address = buffer.baseAddress else { return }
            nettle_sha256_update(&context, buffer.count, address)
        }
    }

    /// The digest of all bytes since the beginning, or since the last digest.
    ///
    /// - Returns: ``size`` bytes.
    public mutating func finish() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.size) { output, count in
            guard let address = output.baseAddress else { return }
            nettle_sha256_digest(&context, Self.size, address)
            count = Self.size
        }
    }

    /// The digest of some bytes.
    public static func digest(of bytes: Span<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.add(bytes)
        return hash.finish()
    }

    /// The digest of some bytes as 64 lower-case hexadecimal digits.
    public static func hexadecimal(of bytes: Span<UInt8>) -> String {
        Hexadecimal.text(of: digest(of: bytes).span)
    }
}
