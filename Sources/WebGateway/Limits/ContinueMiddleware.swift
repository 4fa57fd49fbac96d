internal import HTTPTypes
internal import Hummingbird
internal import NIOHTTPTypes

/// Tells a caller who waits for it (`Expect: 100-continue`) to send the body; stands behind what refuses callers.
struct ContinueMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.expect]?.lowercased() == "100-continue" else { return try await next(request, context) }
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard length <= RequestLimits.largestBody else {
            throw Problem(.contentTooLarge, "the body is larger than what is taken here")
        }
        // The channel's own pipeline, since a route has only the answer to write.
        try await context.channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
        return try await next(request, context)
    }
}
