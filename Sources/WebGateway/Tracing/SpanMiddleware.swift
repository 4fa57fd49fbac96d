internal import HTTPTypes
internal import Hummingbird
internal import OTLPTracing
internal import Tracing

/// Records a span for each request of a caller who is let in, from there to the head of the answer.
///
/// It tells the route and the status, and nothing that a caller wrote: a path has keys in it, and addresses that are secrets. Hummingbird's
/// own tells queries too.
struct SpanMiddleware: RouterMiddleware {
    /// What is asked every few seconds, and is no trace of anybody's work.
    private static let quiet = ["/health/live", "/health/ready", "/metrics"]

    let tracer: OTLPTracer

    func handle(_ request: Request, context: WebContext, next: WebContext.Next) async throws -> Response {
        guard !Self.quiet.contains(request.uri.path) else { return try await next(request, context) }
        var origin = InstrumentationContext.topLevel
        if context.caller.isBelieved {
            tracer.extract(request.headers, into: &origin, using: HeaderExtractor())
        } else {
            origin.isOfStranger = true
        }
        let span = tracer.startSpan(request.method.rawValue, context: origin, ofKind: .server)
        defer { span.end() }
        do {
            let response = try await InstrumentationContext.$current.withValue(span.context) {
                try await next(request, context)
            }
            Self.tell(response.status, of: request, context: context, in: span)
            return response
        } catch {
            let status = (error as? Problem)?.status ?? (error as? any HTTPResponseError)?.status
            Self.tell(status ?? .internalServerError, of: request, context: context, in: span)
            throw error
        }
    }

    private static func tell(
        _ status: HTTPResponse.Status,
        of request: Request,
        context: WebContext,
        in span: OTLPSpan
    ) {
        guard span.isRecording else { return }
        let method = request.method.rawValue
        if let route = context.endpointPath { span.operationName = "\(method) \(route)" }
        span.updateAttributes { attributes in
            attributes["http.request.method"] = method
            attributes["http.route"] = context.endpointPath
            attributes["http.response.status_code"] = status.code
        }
        if status.kind == .serverError { span.setStatus(SpanStatus(code: .error)) }
    }
}

private struct HeaderExtractor: Extractor {
    func extract(key: String, from headers: HTTPFields) -> String? { HTTPField.Name(key).flatMap { headers[$0] } }
}

private enum StrangerKey: InstrumentationContextKey {
    typealias Value = Bool
}

extension InstrumentationContext {
    /// Whether the current request is that of a caller who is not believed, whose reads stay shared though they are recorded.
    var isOfStranger: Bool? {
        get { self[StrangerKey.self] }
        set { self[StrangerKey.self] = newValue }
    }
}
