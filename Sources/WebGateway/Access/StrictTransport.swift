internal import HTTPTypes
internal import Hummingbird

/// Has browsers that came to the HTTPS site of a host come back over nothing else (RFC 6797).
///
/// Browsers take that for all ports of the host. So it is not said at another port than that of HTTPS, where the host's site may be
/// another program, nor on the browser's own machine.
struct StrictTransport: RouterMiddleware {
    private static let aYear = "max-age=31536000"

    let isBehindProxy: Bool

    func handle(_ request: Request, context: WebContext, next: WebContext.Next) async throws -> Response {
        var response = try await next(request, context)
        if RequestOrigin(request, isBehindProxy: isBehindProxy).isSecureSite {
            response.headers[.strictTransportSecurity] = Self.aYear
        }
        return response
    }
}
