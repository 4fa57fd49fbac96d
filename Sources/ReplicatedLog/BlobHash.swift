internal import Cryptography

/// The name of some bytes: their SHA-256.
package struct BlobHash: Sendable, Hashable, CustomStringConvertible {
    /// The most bytes that are stored under one.
    package static let maximumBytes = 64 << 20

    /// The 32 bytes of the hash.
    package let bytes: [UInt8]

    /// The hash of some bytes.
    package init(of blob: [UInt8]) { bytes = SHA256.digest(of: blob.span) }

    /// Takes a hash that was kept; `nil` unless it has 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Refuses bytes that do not have a hash.
    ///
    /// - Throws: ``LogError`` with `damaged`.
    package func check(_ blob: [UInt8]) throws(LogError) {
        guard BlobHash(of: blob) == self else {
            throw LogError(.damaged, "The bytes of blob \(self) are not what was stored")
        }
    }

    /// 64 hexadecimal digits.
    package var description: String { Hexadecimal.text(of: bytes.span) }
}
