internal import HTTPTypes
internal import Hummingbird

/// Records each request with what was answered; precedes everything that answers.
struct MetricsMiddleware: RouterMiddleware {
    /// A method that is none of these is counted as `other`: callers may send any word.
    private static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]

    let records: RequestRecords

    func handle(_ request: Request, context: WebContext, next: WebContext.Next) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let kind = RequestRecords.Kind(
            method: Self.methods.contains(request.method) ? request.method.rawValue : "other",
            route: context.route,
            status: response.status.code
        )
        records.record(kind, took: start.duration(to: .now))
        return response
    }
}
