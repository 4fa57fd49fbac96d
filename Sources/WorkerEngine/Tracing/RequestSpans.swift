internal import Messages
internal import OTLPTracing
internal import Platform
internal import Tracing

/// The spans of requests, where someone wants them.
struct RequestSpans {
    private let tracer: OTLPTracer
    private let service: ServiceName
    /// Those of the iteration that wait for its commit, each with the place of its reply.
    private var decided: [(span: OTLPSpan, slot: Int)] = []

    init(_ tracer: OTLPTracer, of service: ServiceName) { (self.tracer, self.service) = (tracer, service) }

    /// Begins the span of a request, which takes its caller's place for all that follows from it.
    ///
    /// - Parameters:
    ///   - request: The request; what it says of its trace becomes the span.
    ///   - arrival: When it was taken, in monotonic nanoseconds.
    ///   - isStandard: Whether it asks for what every service answers in every phase.
    /// - Returns: `nil` where none is recorded.
    func begin(_ request: inout Request, arrival: UInt64, isStandard: Bool) -> OTLPSpan? {
        var context = InstrumentationContext.topLevel
        context.trace = request.meta.traceparent.flatMap { TraceContext($0) }
        // What asks how a service is comes every second, and is no trace of anybody's work.
        guard request.id != nil, context.trace != nil || !isStandard else { return nil }
        let waited = max(SystemClock.monotonic, arrival) - arrival
        let start = DefaultTracerClock.Timestamp(
            nanosecondsSinceEpoch: DefaultTracerClock.now.nanosecondsSinceEpoch - waited
        )
        let span = tracer.startSpan(request.method, context: context, ofKind: .server, at: start)
        guard span.identity.isSampled else { return nil }
        span.updateAttributes { attributes in
            attributes["rpc.system"] = "jsonrpc"
            attributes["rpc.service"] = service.rawValue
            attributes["rpc.method"] = request.method
            attributes["jangteo.queue.duration"] = Self.seconds(waited)
        }
        request.meta.traceparent = span.identity.text
        return span
    }

    /// Notes that a request was decided, and how long that took; the commit is still to come.
    mutating func decided(_ span: OTLPSpan, slot: Int, nanoseconds: UInt64) {
        span.attributes["jangteo.evaluation.duration"] = Self.seconds(nanoseconds)
        decided.append((span, slot))
    }

    /// Ends the spans of an iteration.
    ///
    /// - Parameters:
    ///   - slots: Its replies.
    ///   - commit: How long its commits took, in nanoseconds.
    mutating func end(_ slots: [Responses.Slot], commit: UInt64) {
        for (span, slot) in decided where slot < slots.count {
            span.updateAttributes { attributes in
                if commit > 0 { attributes["jangteo.commit.duration"] = Self.seconds(commit) }
                if slots[slot].isDeduplicated { attributes["jangteo.replayed"] = true }
                attributes["jangteo.reason"] = slots[slot].failure
            }
            // What a service refuses is work well done, as 4xx is to a server: OpenTelemetry's conventions for HTTP.
            if let reason = slots[slot].failure, slots[slot].isFault {
                span.attributes["error.type"] = reason
                span.setStatus(SpanStatus(code: .error))
            }
            span.end()
        }
        decided.removeAll(keepingCapacity: true)
    }

    private static func seconds(_ nanoseconds: UInt64) -> Double { Double(nanoseconds) / 1e9 }
}
