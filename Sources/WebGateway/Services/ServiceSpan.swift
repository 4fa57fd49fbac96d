internal import Messages
internal import OTLPTracing
internal import Tracing
internal import WorkerClient

/// The span of one call of a service.
struct ServiceSpan {
    private let span: OTLPSpan

    /// - Returns: `nil` for a call that is part of no trace.
    init?(of call: ServiceCall, by tracer: OTLPTracer?) {
        guard let tracer else { return nil }
        var context = InstrumentationContext.current ?? .topLevel
        if let trace = call.trace.flatMap({ TraceContext($0) }) { context.trace = trace }
        guard context.trace != nil else { return nil }
        let method = call.isKnown ? call.method.name : "other"
        span = tracer.startSpan(method, context: context, ofKind: .client)
        guard span.isRecording else { return }
        span.updateAttributes { attributes in
            attributes["rpc.system"] = "jsonrpc"
            attributes["rpc.service"] = call.service.rawValue
            attributes["rpc.method"] = method
        }
    }

    /// What the service is told of the trace.
    var traceparent: String { span.identity.text }

    func end(_ result: Result<WebReply, CallError>) {
        if case .failure(let error) = result {
            let error = error.rpcError
            span.attributes["jangteo.reason"] = error.reason
            // What a service refuses is no fault.
            if error.status >= 500 {
                span.attributes["error.type"] = error.reason
                span.setStatus(SpanStatus(code: .error))
            }
        }
        span.end()
    }
}
