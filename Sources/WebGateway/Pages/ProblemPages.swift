internal import HTTPTypes
internal import Hummingbird

/// Answers a person with a page where a program gets a problem document.
///
/// It stands behind the middleware that knows callers, so that the page is the caller's; what that one refuses has a page of nobody.
struct ProblemPages: RouterMiddleware {
    let renderer: PageRenderer

    func handle(_ request: Request, context: WebContext, next: WebContext.Next) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            return try page(instead: error, of: request, in: context)
        }
    }

    /// Not a part of the function above, where its variables would take memory of each request that waits.
    @inline(never)
    private func page(instead error: any Error, of request: Request, in context: WebContext) throws -> Response {
        guard let problem = Problem(error, of: request),
            let page = response(instead: problem, to: request, by: context.caller)
        else { throw error }
        context.record?.problem = problem
        return page
    }

    /// The page that says why another cannot be shown; `nil` for a program, and where the form for a token is due.
    func response(instead problem: Problem, to request: Request, by caller: Caller? = nil) -> Response? {
        guard problem.status != .unauthorized, request.isOfPerson else { return nil }
        let texts = renderer.texts(for: request)
        let page = Page(problem, of: request, in: texts)
        var response = renderer.response(page, to: request, by: caller, in: texts)
        for field in problem.headers { response.headers.append(field) }
        return response
    }
}

extension Request {
    /// Addresses that are never a person's, by their first part.
    private static let ofPrograms: Set<Substring> = ["api", "v2", "rpc", "events", "metrics"]

    /// Whether a person sees the answer: a browser that asks for a page, at an address that programs do not use.
    var isOfPerson: Bool {
        guard method == .get || method == .post, headers[.authorization] == nil else { return false }
        let first = uri.path.split(separator: "/").first ?? ""
        return !Self.ofPrograms.contains(first) && headers[.accept]?.contains("text/html") == true
    }
}
