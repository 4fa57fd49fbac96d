internal import Cryptography

/// What names a stored picture: the SHA-256 of its bytes.
package struct PictureHash: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    package let description: String

    /// The hash of some bytes.
    package init(of bytes: [UInt8]) {
        description = SHA256.hexadecimal(of: bytes.span)
    }

    /// Takes the bytes of a SHA-256.
    package init(sha256 bytes: [UInt8]) {
        description = Hexadecimal.text(of: bytes.span)
    }

    /// Takes a hash that was kept as text; `nil` unless it is 64 lower-case hexadecimal digits.
    package init?(_ text: String) {
        let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard text.utf8.count == 64, text.utf8.allSatisfy(isDigit) else { return nil }
        description = text
    }

    /// By their digits, which is the order in which a store is swept.
    package static func < (left: PictureHash, right: PictureHash) -> Bool { left.description < right.description }

    /// The folder of a store that has it: the first two digits.
    var folder: String { String(description.prefix(2)) }
}
