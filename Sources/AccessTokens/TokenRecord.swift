package import Messages
internal import ZeroMQ

/// One line of the file of tokens: who has a token, and what it allows.
package struct TokenRecord: Sendable, Hashable {
    /// Hexadecimal digits of a hash.
    private static let hashCount = 64

    /// Who has the token, also used in logs.
    package let name: String
    /// What they may do.
    package let role: PeerRole
    /// The SHA-256 of the token, in lower-case hexadecimal digits.
    package let hash: String
    /// When it was made, RFC 3339.
    package let time: String
    /// When it ends, RFC 3339; `nil` for one that lasts until it is revoked.
    package let expiry: String?

    /// The record of a token.
    ///
    /// - Parameters:
    ///   - token: Of which only the hash is taken.
    ///   - name: One that ``isName(_:)``.
    ///   - role: What its holder may do.
    ///   - milliseconds: When it is made, since 1970-01-01 UTC.
    ///   - lifetime: How many milliseconds it lasts; `nil` for one without an end.
    package init(
        of token: AccessToken,
        name: String,
        role: PeerRole,
        at milliseconds: Int,
        lasting lifetime: Int? = nil
    ) {
        (self.name, self.role, hash) = (name, role, token.hash)
        time = Timestamp.text(milliseconds)
        expiry = lifetime.map { Timestamp.text(milliseconds + $0) }
    }

    /// Reads `NAME ROLE HASH TIME` or `NAME ROLE HASH TIME EXPIRY`; `nil` when a line is something else.
    init?(line: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard 4...5 ~= words.count, Self.isName(words[0]), let role = PeerRole(rawValue: words[1]) else { return nil }
        guard Self.isHash(words[2]), words[3...].allSatisfy(Self.isTime) else { return nil }
        (name, self.role, hash, time) = (words[0], role, words[2], words[3])
        expiry = words.count == 5 ? words[4] : nil
    }

    /// The line, without its end.
    var line: String { "\(name) \(role.rawValue) \(hash) \(time)" + (expiry.map { " \($0)" } ?? "") }

    /// Whether its end has come.
    ///
    /// - Parameter milliseconds: The present, since 1970-01-01 UTC.
    package func isExpired(at milliseconds: Int) -> Bool {
        // Texts of one length, from the year down to the millisecond.
        expiry.map { $0 <= Timestamp.text(milliseconds) } ?? false
    }

    /// Whether a text can name someone, as for clients with keys: 1…64 of the letters a–z and A–Z, digits, and `-`,
    /// `_`, `.`, `@`; not first a dot.
    package static func isName(_ text: String) -> Bool { CertificateDirectory.isName(text) }

    /// Whether a text has the form of a hash.
    static func isHash(_ text: String) -> Bool {
        text.utf8.count == hashCount
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    /// Whether a text has the form of `2026-11-21T03:04:05.678Z`.
    private static func isTime(_ text: String) -> Bool {
        let form = "0000-00-00T00:00:00.000Z".utf8
        return text.utf8.count == form.count
            && zip(text.utf8, form).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == wanted
            }
    }
}
