internal import AccessTokens
internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import NIOCore

/// Authenticates the caller, rejects cross-site requests, and lets all others send the body.
struct AccessMiddleware: RouterMiddleware {
    /// What nobody needs a token for: a load balancer has none.
    private static let open = ["/health/live", "/health/ready"]
    /// Nor does the page that asks for one; what it loads is the same for everybody.
    private static let openFolder = "/assets/"

    let policy: AccessPolicy

    func handle(_ request: Request, context: WebContext, next: WebContext.Next) async throws -> Response {
        var context = context
        let origin = RequestOrigin(request, isBehindProxy: policy.isBehindProxy)
        if request.method == .get || request.method == .head {
            try policy.foreignReads.check(request, against: origin)
        } else {
            try Self.check(request, against: origin)
        }
        context.caller = try await caller(of: request, origin, over: context.channel)
        try context.caller.require(request.headers[.caller])
        if !SessionPath.has(request.uri.path), !Self.isOpen(request.uri.path, to: request.method) {
            context.record?.caller = context.caller
        }
        guard let visitors = policy.visitors, let visitor = context.caller.visitor else {
            return try await goOn(request, in: context, to: next)
        }
        return try await visitors.pass(visitor, with: request) { try await goOn(request, in: context, to: next) }
    }

    private func goOn(
        _ request: Request,
        in context: WebContext,
        to next: WebContext.Next
    ) async throws -> Response {
        if Expectation.isPart(of: request) { try await Expectation.meet(request, over: context.channel) }
        return try await next(request, context)
    }

    private func caller(
        of request: Request,
        _ origin: RequestOrigin,
        over channel: any Channel
    ) async throws(Problem) -> Caller {
        if let field = request.headers[.authorization] {
            let words = field.split(separator: " ")
            guard words.count == 2, words[0].lowercased() == "bearer" else {
                throw .unauthorized("the header Authorization has to be Bearer and a token")
            }
            return try policy.caller(with: String(words[1]))
        }
        // Anyone who comes with an old cookie has to get rid of it.
        let path = request.uri.path
        if SessionPath.has(path) || Self.isOpen(path, to: request.method) { return Caller(role: .read) }
        if let session = try SessionCookie(at: origin).value(in: request) {
            return try policy.caller(inSession: session)
        }
        let forwarded = ForwardedFields.first(in: request)
        // What a proxy hands on comes from elsewhere, whose process that ever is.
        let own = forwarded == nil ? await policy.roleOfPeer() : nil
        if policy.visitors?.has(path) == true, !origin.isLoopback || (own ?? .read) < .order {
            return Caller(visitor: VisitorAddress.of(request, over: channel, isBehindProxy: policy.isBehindProxy))
        }
        guard let role = own else {
            if let forwarded, !policy.isBehindProxy {
                let advice = "behind a proxy web-gateway needs --behind-proxy, and its callers a token"
                throw .unauthorized(
                    "\(forwarded) says that the request comes through a proxy, and so from elsewhere: \(advice)"
                )
            }
            throw .unauthorized("a token is needed here: send Authorization: Bearer and the token")
        }
        guard origin.isLoopback else {
            throw Problem(
                .misdirectedRequest,
                "without a token this server is 127.0.0.1 or localhost, and not \(origin.host ?? "")"
            )
        }
        return Caller(role: role)
    }

    private static func isOpen(_ path: String, to method: HTTPRequest.Method) -> Bool {
        guard method == .get || method == .head else { return false }
        return open.contains(path) || path.hasPrefix(openFolder)
    }

    /// A browser names the origin of the page with each request that changes something; programs send none.
    private static func check(_ request: Request, against own: RequestOrigin) throws(Problem) {
        guard let origin = request.headers[.origin] else {
            // Browsers that leave it out still say whether the page is of another site.
            let site = request.headers[.fetchSite]
            guard site == nil || site == "same-origin" || site == "none" else { throw .foreign(site ?? "") }
            return
        }
        guard own.isOrigin(origin) else { throw .foreign(origin) }
    }
}

extension Problem {
    /// Who the caller is has to be said by a token.
    static func unauthorized(_ detail: String) -> Problem {
        Problem(.unauthorized, detail).with(.wwwAuthenticate, "Bearer")
    }
}

extension PeerRole {
    /// Refuses a caller who may not do what a method needs.
    ///
    /// - Throws: ``Problem`` with `PERMISSION_DENIED`.
    func require(_ needed: PeerRole, for method: String) throws(Problem) {
        guard self >= needed else {
            let detail = "\(method) needs the role \(needed.rawValue), and the caller has \(rawValue)"
            throw Problem(RPCError(.permissionDenied, detail))
        }
    }
}
