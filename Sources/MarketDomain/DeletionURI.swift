/// The address under which a product can be deleted once: an opaque text for anyone who gets it.
package struct DeletionURI: Sendable, Hashable {
    private static let prefix = "market:deletions/"

    /// The part that cannot be guessed.
    package let token: String

    /// Makes an address.
    ///
    /// - Parameter token: Letters, digits, `-` and `_` of full entropy.
    package init(token: String) {
        self.token = token
    }

    /// Reads an address; `nil` when it is none that was ever given out.
    package init?(_ text: String) {
        guard text.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let token = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard !token.isEmpty, token.allSatisfy({ Self.isTokenByte($0) }) else { return nil }
        self.token = String(decoding: token, as: UTF8.self)
    }

    /// The address as it is given out.
    package var text: String { Self.prefix + token }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
