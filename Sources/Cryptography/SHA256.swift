internal import CNettle

/// The SHA-256 of bytes that come in pieces: FIPS 180-4.
package struct SHA256 {
    /// Bytes of a digest.
    package static let size = Int(SHA256_DIGEST_SIZE)

    private var context = sha256_ctx()

    /// Begins with no bytes.
    package init() { unsafe nettle_sha256_init(&context) }

    /// Adds bytes to those before.
    package mutating func add(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let address = buffer.baseAddress else { return }
            unsafe nettle_sha256_update(&context, buffer.count, address)
        }
    }

    /// The digest of all bytes since the beginning, or since the last digest.
    ///
    /// - Returns: ``size`` bytes.
    package mutating func finish() -> [UInt8] {
        var digest: [UInt8] = []
        finish(into: &digest)
        return digest
    }

    /// The same in an array that is there already: with room for ``size`` bytes it costs no memory.
    ///
    /// - Parameter digest: Becomes those ``size`` bytes; what it held is gone.
    package mutating func finish(into digest: inout [UInt8]) {
        digest.removeAll(keepingCapacity: true)
        digest.append(addingCapacity: Self.size) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                guard let address = buffer.baseAddress else { return }
                unsafe nettle_sha256_digest(&context, Self.size, address + count)
                count += Self.size
            }
        }
    }

    /// The digest of some bytes.
    package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
        var hash = SHA256()
        hash.add(bytes)
        return hash.finish()
    }

    /// The digest of some bytes as 64 lower-case hexadecimal digits.
    package static func hexadecimal(of bytes: Span<UInt8>) -> String {
        Hexadecimal.text(of: digest(of: bytes).span)
    }
}
