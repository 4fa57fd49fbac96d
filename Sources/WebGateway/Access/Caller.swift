internal import AccessTokens
internal import Cryptography
internal import HTTPTypes
internal import Messages

/// Who has sent a request.
struct Caller: Sendable, Hashable {
    /// What they may do.
    let role: PeerRole
    /// Whose token they have; `nil` for someone without one.
    let token: TokenRecord?
    /// The session of their browser; `nil` where there is none.
    let session: OpenSession?
    /// Where they are who are let in only because the open market is for everybody; `nil` for others.
    let visitor: String?

    /// Someone without a token.
    init(role: PeerRole) {
        (self.role, token, session, visitor) = (role, nil, nil, nil)
    }

    /// A caller for whom the open market is open, at an address.
    init(visitor address: String) {
        (role, token, session, visitor) = (.order, nil, nil, address)
    }

    init(_ token: TokenRecord) {
        (role, self.token, session, visitor) = (token.role, token, nil, nil)
    }

    /// A browser with a session.
    ///
    /// - Parameter token: That with which it was begun; `nil` for one that came of a link.
    init(_ session: OpenSession, token: TokenRecord?) {
        (role, self.token, self.session, visitor) = (token?.role ?? session.record.role, token, session, nil)
    }

    /// Whose keys are meant; `nil` for callers without token and session, who are one.
    var holder: String? { session?.record.name ?? token?.name }

    /// What limits count them by: all without token and session are one.
    var name: String { holder ?? "" }

    /// What a page knows of them, so that a write which it has sent is asked for as the same caller only: whose keys they have.
    ///
    /// It is not their name, as others may use the browser later.
    var id: String {
        guard !name.isEmpty else { return "nobody" }
        let digest = SHA256.digest(of: Array("jangteo caller \(name)".utf8).span)
        return String(Hexadecimal.text(of: digest.span).prefix(32))
    }

    /// Refuses what a page has sent that was loaded as someone else: under its key it would be another write, or be unknown.
    ///
    /// - Parameter id: What the page knows; `nil` for a request of no page.
    /// - Throws: ``Problem`` with 412.
    func require(_ id: String?) throws(Problem) {
        guard let id, id != self.id else { return }
        throw Problem(
            .preconditionFailed,
            "the page was loaded as another caller, before a log-in or a log-out; nothing was done by this request"
        )
    }

    /// Whether a trace that they name is gone on with: holders of a token or a session, and the users of this machine who may do more than read.
    ///
    /// Anybody else could have every span recorded, and each of their reads done by itself.
    var isBelieved: Bool { holder != nil || (visitor == nil && role >= .order) }
}
