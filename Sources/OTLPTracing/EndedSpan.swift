package import Tracing

/// What is reported of a span.
struct EndedSpan: Sendable {
    let identity: TraceContext
    let parent: TraceContext?
    let kind: SpanKind
    /// Nanoseconds since 1970-01-01 UTC, as ``end``.
    let start: UInt64
    var end: UInt64 = 0
    var name: String
    var attributes: SpanAttributes = [:]
    var events: [SpanEvent] = []
    var links: [SpanLink] = []
    var status: SpanStatus?

    init(_ name: String, identity: TraceContext, parent: TraceContext?, kind: SpanKind, start: UInt64) {
        (self.name, self.identity, self.parent, self.kind, self.start) = (name, identity, parent, kind, start)
    }
}

private enum TraceContextKey: InstrumentationContextKey {
    typealias Value = TraceContext
}

extension InstrumentationContext {
    /// The span that what happens is a part of.
    package var trace: TraceContext? {
        get { self[TraceContextKey.self] }
        set { self[TraceContextKey.self] = newValue }
    }
}
