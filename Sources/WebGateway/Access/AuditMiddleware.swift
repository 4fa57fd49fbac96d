internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Messages

/// Makes the audit tell each request that was refused for want of a right, and each log-in.
struct AuditMiddleware: RouterMiddleware {
    private static let outcomes: [HTTPResponse.Status: String] = [
        .unauthorized: "UNAUTHENTICATED", .forbidden: "PERMISSION_DENIED", .misdirectedRequest: "MISDIRECTED",
    ]

    let audit: WriteAudit

    func handle(_ request: Request, context: WebContext, next: WebContext.Next) async throws -> Response {
        do {
            let response = try await next(request, context)
            tell(response.status, problem: context.record?.problem, of: request, in: context)
            return response
        } catch let problem as Problem {
            tell(problem.status, problem: problem, of: request, in: context)
            throw problem
        }
    }

    private func tell(
        _ status: HTTPResponse.Status,
        problem: Problem?,
        of request: Request,
        in context: WebContext
    ) {
        guard let record = context.record else { return }
        let isLogin = request.method == .post && SessionPath.isLogin(request.uri.path)
        if let outcome = Self.outcomes[status] {
            let fields = record.fields(of: request, in: context)
            audit.tell(
                isLogin ? "log-in" : "refused",
                with: fields,
                outcome: problem?.error?.reason ?? outcome,
                detail: problem?.detail
            )
        } else if isLogin, status.kind == .successful || status.kind == .redirection {
            audit.tell("log-in", with: record.fields(of: request, in: context), outcome: "ok", detail: nil)
        }
        for denial in record.denials {
            let outcome = ErrorReason.permissionDenied.word
            audit.tell("refused", with: record.fields(of: request, in: context), outcome: outcome, detail: denial)
        }
    }
}
