internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOHTTP1

/// Answers whatever was thrown with a problem document; a person gets a page, and one who needs a token the form for one.
struct ProblemMiddleware: RouterMiddleware {
    let loginForm: LoginForm
    let pages: ProblemPages
    /// Whether clients of a path know a problem by `code` and `message` only.
    let hasCodeAndMessage: @Sendable (_ path: String) -> Bool

    func handle(_ request: Request, context: WebContext, next: WebContext.Next) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            return try response(instead: error, to: request, in: context)
        }
    }

    /// Not a part of the function above, where its variables would take memory of each request that waits.
    @inline(never)
    private func response(instead error: any Error, to request: Request, in context: WebContext) throws -> Response {
        if let problem = Problem(error, of: request) { return response(problem, to: request) }
        switch error {
        case is HTTPParserError:
            // The client has hung up, or does not speak HTTP: nobody else need hear of it.
            context.logger.debug("a request was cut short", metadata: ["error": "\(error)"])
            throw error
        case is CancellationError: throw error
        default:
            context.logger.error("a request failed", metadata: ["route": "\(context.route)", "error": "\(error)"])
            let problem = Problem(.internalServerError, "the request failed; the log of web-gateway says why")
            return response(problem, to: request)
        }
    }

    private func response(_ problem: Problem, to request: Request) -> Response {
        loginForm.response(instead: problem, to: request) ?? pages.response(instead: problem, to: request)
            ?? (hasCodeAndMessage(request.uri.path) ? problem.withCodeAndMessage : problem).response
    }
}
