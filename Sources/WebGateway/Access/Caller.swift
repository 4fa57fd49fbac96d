internal import AccessTokens
internal import Messages

/// Who has sent a request.
struct Caller: Sendable, Hashable {
    /// What they may do.
    let role: PeerRole
    /// Whose token they have; `nil` for somebody without one.
    let token: TokenRecord?
    /// Where they are who are let in only because the open market is for everybody; `nil` for others.
    let visitor: String?

    /// Somebody without a token.
    init(role: PeerRole) {
        (self.role, token, visitor) = (role, nil, nil)
    }

    /// A caller for whom the open market is open, at an address.
    init(visitor address: String) {
        (role, token, visitor) = (.order, nil, address)
    }

    /// The holder of a token.
    init(_ token: TokenRecord) {
        (role, self.token, visitor) = (token.role, token, nil)
    }

    /// What limits count them by: all without a token are one.
    var name: String { token?.name ?? "" }

    /// Whether a trace that they name is gone on with: holders of a token, and the users of this machine who may do more than read.
    ///
    /// Anybody else could have every span recorded, and each of their reads done by itself.
    var isBelieved: Bool { token != nil || (visitor == nil && role >= .order) }
}
