internal import AccessTokens
internal import HTTPTypes
internal import Messages
internal import Synchronization

/// Who is let in.
struct AccessPolicy: Sendable {
    /// What callers on this machine may do without a token.
    enum LocalAccess: Sendable, Hashable {
        /// Nothing.
        case none
        case everybody(PeerRole)
        /// The processes of our own user order, and others read.
        case byUser
    }

    let tokens: TokenStore
    let sessions: SessionDirectory
    /// How often each holder of a token begins a session; each is kept for half a day.
    let logins: LoginLimit
    private let localAccess: LocalAccess
    /// Whether there is a proxy in front, and says what it was asked for.
    let isBehindProxy: Bool
    /// What needs no token; `nil` where everything does.
    let visitors: (any VisitorRoutes)?
    /// What pages of other sites may have a browser read.
    let foreignReads: ForeignReads

    /// - Parameters:
    ///   - loopbackRole: What all callers on this machine may do; `nil` where that depends on the user.
    ///   - isBehindProxy: With a proxy all callers seem to be where the proxy is, so a token is needed on loopback too.
    ///   - visitors: What needs no token; `nil` where everything does.
    init(
        tokens: TokenStore,
        sessions: SessionDirectory,
        at address: ListenAddress,
        loopbackRole: PeerRole?,
        isBehindProxy: Bool,
        visitors: (any VisitorRoutes)?
    ) {
        (self.tokens, self.sessions, self.isBehindProxy, self.visitors) = (tokens, sessions, isBehindProxy, visitors)
        localAccess = address.isLoopback && !isBehindProxy ? loopbackRole.map { .everybody($0) } ?? .byUser : .none
        logins = LoginLimit()
        foreignReads = ForeignReads(visitors: visitors)
    }

    /// What the caller of the present request may do without a token; `nil` for nothing.
    func roleOfPeer() async -> PeerRole? {
        // A second listener may be where others are.
        guard let peer = LocalPeer.current, peer.isLocal else { return nil }
        switch localAccess {
        case .none: return nil
        case .everybody(let role): return role
        case .byUser: return await peer.isOwn() ? .order : .read
        }
    }

    /// Whose a text is.
    ///
    /// - Throws: ``Problem`` when it is no token that is good.
    func caller(with text: String) throws(Problem) -> Caller {
        guard let token = AccessToken(text), let record = tokens.record(of: token) else {
            throw .unauthorized("the token is unknown, was revoked, or has expired")
        }
        return Caller(record)
    }

    /// Whose a session is.
    ///
    /// - Throws: ``Problem`` when it has ended, or its token has.
    func caller(inSession text: String) throws(Problem) -> Caller {
        guard let session = sessions.session(text) else { throw .unauthorized("the session has ended") }
        guard let hash = session.record.tokenHash else { return Caller(session, token: nil) }
        guard let token = tokens.record(ofHash: hash) else {
            throw .unauthorized("the session has ended: its token was revoked, or has expired")
        }
        return Caller(session, token: token)
    }

    /// Whether a caller who was let in still would be.
    func accepts(_ caller: Caller) -> Bool {
        if let session = caller.session, !sessions.isOpen(session) { return false }
        return tokens.accepts(caller)
    }
}

/// How often a holder of a token may begin a session: so nobody takes all the places there are.
final class LoginLimit: Sendable {
    private let counts = Mutex(RateLimit(burst: 60, interval: .seconds(60)))

    /// Counts one.
    ///
    /// - Throws: ``Problem`` with 429 when there were too many.
    func take(_ name: String) throws(Problem) {
        let wait = counts.withLock { counts -> Duration? in
            let now = ContinuousClock.now
            if let wait = counts.wait(of: name, at: now) { return wait }
            counts.take(name, at: now)
            return nil
        }
        guard let wait else { return }
        let problem = Problem(.tooManyRequests, "this token has begun too many sessions; try again later")
        throw problem.with(.retryAfter, "\(wait.components.seconds + 1)")
    }
}
