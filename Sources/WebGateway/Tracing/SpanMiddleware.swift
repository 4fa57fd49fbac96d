internal import HTTPTypes
internal import Hummingbird
internal import OTLPTracing
internal import Tracing

/// Has a span for each request, from its head to the head of its answer.
///
/// It tells the route, the path and the status, and nothing that a caller wrote beside them: Hummingbird's own tells queries too.
struct SpanMiddleware: RouterMiddleware {
    /// What is asked every few seconds, and is no trace of anybody's work.
    private static let quiet = ["/health/live", "/health/ready", "/metrics"]

    let tracer: OTLPTracer

    func handle(
        _ request: Request,
        context: WebContext,
        next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        guard !Self.quiet.contains(request.uri.path) else { return try await next(request, context) }
        var origin = InstrumentationContext.topLevel
        tracer.extract(request.headers, into: &origin, using: HeaderExtractor())
        let method = request.method.rawValue
        let span = tracer.startSpan(method, context: origin, ofKind: .server)
        defer { span.end() }
        let response = try await InstrumentationContext.$current.withValue(span.context) {
            try await next(request, context)
        }
        guard span.isRecording else { return response }
        if let route = context.endpointPath { span.operationName = "\(method) \(route)" }
        span.updateAttributes { attributes in
            attributes["http.request.method"] = method
            attributes["url.path"] = request.uri.path
            attributes["http.route"] = context.endpointPath
            attributes["http.response.status_code"] = response.status.code
        }
        if response.status.kind == .serverError { span.setStatus(SpanStatus(code: .error)) }
        return response
    }
}

private struct HeaderExtractor: Extractor {
    func extract(key: String, from headers: HTTPFields) -> String? { HTTPField.Name(key).flatMap { headers[$0] } }
}
