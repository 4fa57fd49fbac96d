internal import AccessTokens
internal import Messages

/// Who has sent a request.
struct Caller: Sendable, Hashable {
    /// What they may do.
    let role: PeerRole
    /// Whose token they have; `nil` for somebody without one.
    let token: TokenRecord?

    /// Somebody without a token.
    init(role: PeerRole) {
        (self.role, token) = (role, nil)
    }

    /// The holder of a token.
    init(_ token: TokenRecord) {
        (role, self.token) = (token.role, token)
    }

    /// What limits count them by: all without a token are one.
    var name: String { token?.name ?? "" }
}
