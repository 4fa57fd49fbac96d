internal import Cryptography

/// What a caller over HTTP is known by: a text that nobody can guess.
///
/// It is shown once, to whom it is for. Kept is its hash only, and a plain SHA-256 is enough for that: unlike a
/// password, a token cannot be found by trying.
package struct AccessToken: Sendable {
    /// What a secret is for; none is good for anything else.
    package enum Purpose: Sendable {
        /// A program or a person, until it is revoked.
        case access
        /// A browser, until it logs out.
        case session
        /// Beginning a session, once.
        case link

        /// What each begins with, so that people and scanners of source code know one when they see it.
        fileprivate var prefix: String {
            switch self {
            case .access: "jgt_"
            case .session: "jgs_"
            case .link: "jgl_"
            }
        }
    }

    /// 256 bits.
    private static let randomCount = 32
    /// Characters of base64 for this many bytes, without padding.
    private static let encodedCount = 43

    /// All of it.
    package let text: String

    /// A new one.
    package static func make(_ purpose: Purpose = .access) -> AccessToken {
        AccessToken(known: purpose.prefix + Secrets.text(of: Secrets.randomBytes(randomCount)))
    }

    private init(known text: String) { self.text = text }

    /// Reads a token; `nil` when the text cannot be one.
    package init?(_ text: some StringProtocol, for purpose: Purpose = .access) {
        let rest = text.utf8.dropFirst(purpose.prefix.utf8.count)
        guard text.hasPrefix(purpose.prefix), rest.count == Self.encodedCount, rest.allSatisfy(Self.isCharacter) else {
            return nil
        }
        self.init(known: String(text))
    }

    /// Its SHA-256, 64 lower-case hexadecimal digits.
    package var hash: String { SHA256.hexadecimal(of: Array(text.utf8).span) }

    private static func isCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
