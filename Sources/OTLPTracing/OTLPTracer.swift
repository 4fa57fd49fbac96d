package import Logging
package import Tracing

/// Begins spans, and has those that have ended sent to a collector, next to the work and never before it.
package struct OTLPTracer: Tracer {
    private let sampler: TraceSampler
    private let exporter: SpanExporter

    /// Lends a tracer to `body`, and sends what is left when it has ended, for two seconds at most.
    ///
    /// - Parameters:
    ///   - settings: Where to; with `nil` there is no tracer, and no thread.
    ///   - log: Where it is logged what was lost.
    /// - Throws: ``TracingError`` where the system has no thread for it, or what `body` threw.
    package static func withTracer<Result>(
        _ settings: TracingSettings?,
        log: Logger,
        body: (OTLPTracer?) async throws -> Result
    ) async throws -> Result {
        guard let settings else { return try await body(nil) }
        let exporter = try SpanExporter(settings, log: log)
        defer { exporter.close() }
        return try await body(OTLPTracer(sampler: settings.sampler, exporter: exporter))
    }

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> InstrumentationContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String,
        file fileID: String,
        line: UInt
    ) -> OTLPSpan {
        let context = context()
        let parent = context.trace
        let trace = parent?.traceID ?? .random()
        let identity = TraceContext(
            traceID: trace,
            spanID: .random(in: 1 ... .max),
            isSampled: sampler.samples(trace, parent: parent),
            isRemote: false
        )
        let start = instant().nanosecondsSinceEpoch
        let contents = EndedSpan(operationName, identity: identity, parent: parent, kind: kind, start: start)
        return OTLPSpan(contents, in: context, to: exporter.queue)
    }

    /// What is waiting is sent without being asked.
    package func forceFlush() {}

    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout InstrumentationContext,
        using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let text = extractor.extract(key: "traceparent", from: carrier) else { return }
        if let trace = TraceContext(text) { context.trace = trace }
    }

    package func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject.Carrier == Carrier {
        if let trace = context.trace { injector.inject(trace.text, forKey: "traceparent", into: &carrier) }
    }
}
