package import Messages
package import Platform

/// What is kept of a session of a browser, or of a link that begins one.
package struct SessionRecord: Sendable, Hashable {
    /// Who has a session that came of a link; no token has that name, since none begins with a dot.
    package static let operatorName = ".operator"

    /// Whose it is: the name of a token, or ``operatorName``.
    package let name: String
    /// What it allows.
    package let role: PeerRole
    /// The hash of the token with which it was begun, and with which it ends; `nil` for one that came of a link.
    package let tokenHash: String?
    /// When it ends, by the clock for ages: nobody's setting of the time makes it longer or shorter.
    let end: BootMoment

    /// The record of a session of a token's holder.
    package init(of token: TokenRecord, until end: BootMoment) {
        (name, role, tokenHash, self.end) = (token.name, token.role, token.hash, end)
    }

    /// The record of a session, or of a link, of the user who runs the services.
    package init(ofOperatorUntil end: BootMoment) {
        (name, role, tokenHash, self.end) = (Self.operatorName, .operate, nil, end)
    }

    /// Reads `NAME ROLE HASH BOOT MILLISECONDS`; `nil` when a text is something else.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self), text.hasSuffix("\n") else { return nil }
        let words = text.dropLast().split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 5, let role = PeerRole(rawValue: words[1]), let milliseconds = Int(words[4]) else {
            return nil
        }
        guard
            words[2] == "-"
                ? words[0] == Self.operatorName : TokenRecord.isName(words[0]) && TokenRecord.isHash(words[2])
        else { return nil }
        (name, self.role, tokenHash) = (words[0], role, words[2] == "-" ? nil : words[2])
        end = BootMoment(boot: words[3] == "-" ? nil : words[3], milliseconds: milliseconds)
    }

    /// The text of a file.
    var bytes: [UInt8] {
        Array("\(name) \(role.rawValue) \(tokenHash ?? "-") \(end.boot ?? "-") \(end.milliseconds)\n".utf8)
    }

    /// Whether its end has come, or the machine was started again since it began.
    func isOver(at now: BootMoment) -> Bool { end.boot != now.boot || end.milliseconds <= now.milliseconds }
}
