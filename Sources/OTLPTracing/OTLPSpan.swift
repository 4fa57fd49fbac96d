internal import Synchronization
package import Tracing

/// A span that goes to the collector when it has ended, if its trace is sampled.
package final class OTLPSpan: Tracing.Span {
    /// What is recorded until the end.
    private struct Recording {
        var contents: EndedSpan
        var queue: SpanQueue
    }

    package let context: InstrumentationContext
    /// What is passed to those that continue the trace.
    package let identity: TraceContext
    /// `nil` once it has ended, and for a span of a trace that is not sampled.
    private let recording: Mutex<Recording?>

    init(_ contents: EndedSpan, in context: InstrumentationContext, to queue: SpanQueue) {
        var context = context
        context.trace = contents.identity
        (self.context, identity) = (context, contents.identity)
        recording = Mutex(contents.identity.isSampled ? Recording(contents: contents, queue: queue) : nil)
    }

    package var isRecording: Bool { recording.withLock { $0 != nil } }

    package var operationName: String {
        get { recording.withLock { $0?.contents.name ?? "" } }
        set { recording.withLock { $0?.contents.name = newValue } }
    }

    package var attributes: SpanAttributes {
        get { recording.withLock { $0?.contents.attributes ?? [:] } }
        set { recording.withLock { $0?.contents.attributes = newValue } }
    }

    package func setStatus(_ status: SpanStatus) { recording.withLock { $0?.contents.status = status } }

    package func addEvent(_ event: SpanEvent) { recording.withLock { $0?.contents.events.append(event) } }

    package func addLink(_ link: SpanLink) { recording.withLock { $0?.contents.links.append(link) } }

    package func recordError<Instant: TracerInstant>(
        _ error: any Error,
        attributes: SpanAttributes,
        at instant: @autoclosure () -> Instant
    ) {
        guard isRecording else { return }
        var attributes = attributes
        attributes["exception.type"] = "\(type(of: error))"
        attributes["exception.message"] = "\(error)"
        addEvent(SpanEvent(name: "exception", at: instant(), attributes: attributes))
    }

    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        let ended = recording.withLock { recording in
            defer { recording = nil }
            return recording
        }
        guard var ended else { return }
        ended.contents.end = instant().nanosecondsSinceEpoch
        ended.queue.append(ended.contents)
    }
}
