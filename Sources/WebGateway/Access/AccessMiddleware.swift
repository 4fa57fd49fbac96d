internal import HTTPTypes
internal import Hummingbird
internal import Messages

/// Says what a caller may do, and refuses what a page of somebody else's has a browser send.
struct AccessMiddleware: RouterMiddleware {
    /// What callers on this machine may do.
    let loopbackRole: PeerRole

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.role = loopbackRole
        if request.method != .get, request.method != .head { try Self.checkOrigin(of: request) }
        return try await next(request, context)
    }

    /// A browser names the origin of the page with each request that changes something; programs send none.
    private static func checkOrigin(of request: Request) throws(Problem) {
        guard let origin = request.headers[.origin] else {
            // Browsers that leave it out still say whether the page is of another site.
            let site = request.headers[.fetchSite]
            guard site == nil || site == "same-origin" || site == "none" else { throw foreign(site ?? "") }
            return
        }
        guard let authority = request.head.authority,
            origin == "http://\(authority)" || origin == "https://\(authority)"
        else { throw foreign(origin) }
    }

    private static func foreign(_ origin: String) -> Problem {
        Problem(.forbidden, "the request comes from a page of \(origin), which is not this server")
    }
}

extension PeerRole {
    /// Refuses a caller who may not do what a method needs.
    ///
    /// - Throws: ``Problem`` with `PERMISSION_DENIED`.
    func require(_ needed: PeerRole, for method: String) throws(Problem) {
        guard self >= needed else {
            throw Problem(
                RPCError(
                    .permissionDenied,
                    "\(method) needs the role \(needed.rawValue), and the caller has \(rawValue)"
                )
            )
        }
    }
}
