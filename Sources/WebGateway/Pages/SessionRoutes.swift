internal import AccessTokens
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Messages
internal import NIOCore
internal import WireJSON

/// Sessions of browsers: `POST /session` begins one with a token, `POST /session/link` with a link, `DELETE /session` ends it.
///
/// The cookie is an identifier of its own, made at each log-in, and what it stands for is kept by ``SessionDirectory``.
struct SessionRoutes: Sendable {
    /// Bytes of a body; a token has 47.
    private static let largestBody = 4_096

    let policy: AccessPolicy
    let renderer: PageRenderer

    func add(to router: Router<WebContext>) {
        router.post(RouterPath(SessionPath.session)) { request, context in try await begin(request, in: context) }
        router.get(RouterPath(SessionPath.link)) { request, _ in try linkPage(request) }
        router.post(RouterPath(SessionPath.link)) { request, context in try await beginByLink(request, in: context) }
        router.delete(RouterPath(SessionPath.session)) { request, _ in end(request, with: .noContent) }
        router.post(RouterPath(SessionPath.end)) { request, _ in end(request, with: .seeOther).to(.first) }
    }

    private func begin(_ request: Request, in context: WebContext) async throws -> Response {
        let isForm = FormFields.isForm(request)
        guard let text = isForm ? try await formField("token", of: request) : try await jsonToken(request) else {
            throw Problem(.badRequest, "the body has no token")
        }
        // Whoever pastes it brings blanks and line ends along.
        let caller = try policy.caller(with: text.filter { !$0.isWhitespace })
        context.record?.caller = caller
        guard let token = caller.token else { throw Problem.unauthorized("this is no token") }
        try policy.logins.take(token.name)
        let session = try keep(in: context) { () throws(SessionError) in try policy.sessions.begin(with: token) }
        // A browser goes on to where it was going.
        guard !isForm else { return answer(.seeOther, to: request, with: session).to(ReturnPath(of: request)) }
        let json = JSONWriter.object { writer in
            writer.member("name", caller.name)
            writer.member("role", caller.role.rawValue)
        }
        var response = answer(.ok, to: request, with: session)
        response.headers[.contentType] = "application/json"
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: json))
        return response
    }

    private func linkPage(_ request: Request) throws -> Response {
        var page = Page("link", of: "login")
        page.context["code"] = try request.query.first("code") ?? ""
        page.context["action"] = SessionPath.link
        return renderer.response(page, to: request, in: renderer.texts(for: request))
    }

    private func beginByLink(_ request: Request, in context: WebContext) async throws -> Response {
        guard let code = try await formField("code", of: request) else {
            throw Problem(.badRequest, "the form has no code")
        }
        let session = try keep(in: context) { () throws(SessionError) in try policy.sessions.begin(withLink: code) }
        guard let session else {
            throw Problem.unauthorized("the link was used, or is too old: make another with gateway web link")
        }
        context.record?.caller = policy.sessions.session(session.text).map { Caller($0, token: nil) }
        return answer(.seeOther, to: request, with: session).to(.first)
    }

    private func keep<Value>(in context: WebContext, making make: () throws(SessionError) -> Value) throws(Problem)
        -> Value
    {
        do throws(SessionError) {
            return try make()
        } catch {
            context.logger.error("no session can be kept", metadata: ["error": "\(error.message)"])
            throw Problem(.serviceUnavailable, "no session can be kept; the log of web-gateway says why").with(
                .retryAfter,
                "60"
            )
        }
    }

    private func formField(_ name: String, of request: Request) async throws -> String? {
        let form = try await FormFields(of: request, upTo: Self.largestBody)
        return form.has(name) ? form[name] : nil
    }

    private func jsonToken(_ request: Request) async throws -> String? {
        guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
            throw Problem(.unsupportedMediaType, "the body has to be a form or application/json, with a token")
        }
        let body = try await request.body.collect(upTo: Self.largestBody)
        return (try? JSONReader().read(Array(body.readableBytesView)))?["token"]?.string
    }

    private func end(_ request: Request, with status: HTTPResponse.Status) -> Response {
        let cookie = SessionCookie(at: RequestOrigin(request, isBehindProxy: policy.isBehindProxy))
        endPresent(of: request, cookie: cookie)
        return Response(status: status, headers: [.cacheControl: "no-store", .setCookie: cookie.end])
    }

    private func answer(_ status: HTTPResponse.Status, to request: Request, with session: AccessToken) -> Response {
        let cookie = SessionCookie(at: RequestOrigin(request, isBehindProxy: policy.isBehindProxy))
        // The browser forgets the one that it has, if it has one.
        endPresent(of: request, cookie: cookie)
        let field = cookie.field(session.text, for: SessionDirectory.sessionTime)
        return Response(status: status, headers: [.cacheControl: "no-store", .setCookie: field])
    }

    private func endPresent(of request: Request, cookie: SessionCookie) {
        guard let text = try? cookie.value(in: request), let session = policy.sessions.session(text) else { return }
        policy.sessions.end(session)
    }
}

extension Response {
    /// The same, which sends a browser on to a path.
    fileprivate func to(_ path: ReturnPath) -> Response {
        var response = self
        response.headers[.location] = path.text
        return response
    }
}
