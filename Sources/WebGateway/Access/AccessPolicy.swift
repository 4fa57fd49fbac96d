internal import AccessTokens
internal import Messages

/// Who is let in.
struct AccessPolicy: Sendable {
    let tokens: TokenStore
    /// What callers without a token may do; `nil` where nobody gets in without.
    let roleWithoutToken: PeerRole?
    /// Whether a proxy stands before us, and says what it was asked for.
    let isBehindProxy: Bool
    /// What those may do who need no token for the open market; `nil` where they need one.
    let openMarket: OpenMarketLimits?
    /// What pages of other sites may have a browser read.
    let foreignReads: ForeignReads

    /// - Parameters:
    ///   - loopbackRole: What callers on this machine may do.
    ///   - isBehindProxy: With a proxy all callers seem to be where the proxy is, so a token is needed on loopback too.
    init(
        _ tokens: TokenStore,
        at address: ListenAddress,
        loopbackRole: PeerRole,
        isBehindProxy: Bool,
        isOpenMarketPublic: Bool
    ) {
        (self.tokens, self.isBehindProxy) = (tokens, isBehindProxy)
        roleWithoutToken = address.isLoopback && !isBehindProxy ? loopbackRole : nil
        openMarket = isOpenMarketPublic ? OpenMarketLimits() : nil
        foreignReads = ForeignReads(isOpenMarketPublic: isOpenMarketPublic)
    }

    /// Whose a text is.
    ///
    /// - Throws: ``Problem`` when it is no token that is good.
    func caller(with text: String) throws(Problem) -> Caller {
        guard let token = AccessToken(text), let record = tokens.record(of: token) else {
            throw .unauthorized("the token is unknown, or was revoked")
        }
        return Caller(record)
    }
}
