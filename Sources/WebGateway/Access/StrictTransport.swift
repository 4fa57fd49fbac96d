internal import HTTPTypes
internal import Hummingbird

/// Has browsers that came over HTTPS come back over nothing else (RFC 6797).
struct StrictTransport: RouterMiddleware {
    private static let aYear = "max-age=31536000"

    func handle(_ request: Request, context: WebContext, next: WebContext.Next) async throws -> Response {
        var response = try await next(request, context)
        if RequestOrigin(request, isBehindProxy: true).isSecure {
            response.headers[.strictTransportSecurity] = Self.aYear
        }
        return response
    }
}
