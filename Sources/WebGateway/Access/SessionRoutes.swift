internal import AccessTokens
internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import NIOCore
internal import WireJSON

/// A token for a browser to keep: `POST /session` makes a cookie of it, `DELETE /session` takes that away.
///
/// The cookie is the token itself, so nothing is kept here, and a token that is revoked ends its sessions.
struct SessionRoutes: Sendable {
    static let cookie = "jangteo_session"
    static let path = "/session"
    /// For forms, which know no `DELETE`.
    private static let endPath = "/session/end"
    /// Bytes of a body; a token has 47.
    private static let largestBody = 4_096

    let policy: AccessPolicy

    /// Whether a request for a path needs no token by itself.
    static func isSession(_ path: String) -> Bool { path == Self.path || path == endPath }

    func add(to router: Router<WebContext>) {
        router.post(RouterPath(Self.path)) { request, context in try await begin(request, context) }
        router.delete(RouterPath(Self.path)) { request, _ in answer(.noContent, to: request, cookie: "") }
        router.post(RouterPath(Self.endPath)) { request, _ in answer(.seeOther, to: request, cookie: "").to(.first) }
    }

    private func begin(_ request: Request, _ context: WebContext) async throws -> Response {
        let isForm = FormFields.isForm(request)
        guard let text = isForm ? try await formToken(request) : try await jsonToken(request) else {
            throw Problem(.badRequest, "the body has no token")
        }
        // Whoever pastes it brings blanks and line ends along.
        let token = text.filter { !$0.isWhitespace }
        let caller = try policy.caller(with: token)
        context.record?.caller = caller
        // A browser goes on to where it was going.
        guard !isForm else { return answer(.seeOther, to: request, cookie: token).to(ReturnPath(of: request)) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("name", caller.name)
        writer.member("role", caller.role.rawValue)
        writer.endObject()
        var response = answer(.ok, to: request, cookie: token)
        response.headers[.contentType] = "application/json"
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes))
        return response
    }

    private func formToken(_ request: Request) async throws -> String? {
        let form = try await FormFields(of: request, upTo: Self.largestBody)
        return form.has("token") ? form["token"] : nil
    }

    private func jsonToken(_ request: Request) async throws -> String? {
        guard request.headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
            throw Problem(.unsupportedMediaType, "the body has to be a form or application/json, with a token")
        }
        let body = try await request.body.collect(upTo: Self.largestBody)
        return (try? JSONReader().read(Array(body.readableBytesView)))?["token"]?.string
    }

    /// - Parameter cookie: The token; without one the cookie goes.
    private func answer(_ status: HTTPResponse.Status, to request: Request, cookie: String) -> Response {
        let origin = RequestOrigin(request, isBehindProxy: policy.isBehindProxy)
        var response = Response(status: status, headers: [.cacheControl: "no-store"])
        response.setCookie(
            Cookie(
                name: Self.cookie,
                value: cookie,
                maxAge: cookie.isEmpty ? 0 : nil,
                path: "/",
                secure: origin.scheme == "https",
                httpOnly: true,
                sameSite: .strict
            )
        )
        return response
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
