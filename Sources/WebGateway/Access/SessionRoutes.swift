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
    private static let path = "/session"
    /// For forms, which know no `DELETE`.
    private static let endPath = "/session/end"
    /// Bytes of a body; a token has 47.
    private static let largestBody = 4_096

    private struct Form: Decodable {
        let token: String
    }

    let policy: AccessPolicy

    /// Whether a request for a path needs no token by itself.
    static func isSession(_ path: String) -> Bool { path == Self.path || path == endPath }

    func add(to router: Router<WebContext>) {
        router.post(RouterPath(Self.path)) { request, _ in try await begin(request) }
        router.delete(RouterPath(Self.path)) { request, _ in answer(.noContent, to: request, cookie: "") }
        router.post(RouterPath(Self.endPath)) { request, _ in home(request, cookie: "") }
    }

    private func begin(_ request: Request) async throws -> Response {
        let type = request.headers[.contentType]?.lowercased() ?? ""
        let isForm = type.hasPrefix("application/x-www-form-urlencoded")
        guard isForm || type.hasPrefix("application/json") else {
            throw Problem(.unsupportedMediaType, "the body has to be a form or application/json, with a token")
        }
        let bytes = Array(try await request.body.collect(upTo: Self.largestBody).readableBytesView)
        let text =
            isForm
            ? try? URLEncodedFormDecoder().decode(Form.self, from: String(decoding: bytes, as: UTF8.self)).token
            : (try? JSONReader().read(bytes))?["token"]?.string
        guard let text else { throw Problem(.badRequest, "the body has no token") }
        // Whoever pastes it brings blanks and line ends along.
        let token = text.filter { !$0.isWhitespace }
        let caller = try policy.caller(with: token)
        guard !isForm else { return home(request, cookie: token) }
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

    /// What a form is answered with: the browser goes on to the first page.
    private func home(_ request: Request, cookie: String) -> Response {
        var response = answer(.seeOther, to: request, cookie: cookie)
        response.headers[.location] = "/"
        return response
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
