internal import Tracing
internal import WireJSON

/// Spans as OTLP's JSON has them: opentelemetry.io/docs/specs/otlp, with its rules for numbers.
enum OTLPText {
    /// One `ExportTraceServiceRequest`.
    static func bytes(of spans: [EndedSpan], _ resource: [(name: String, value: String)]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.array("resourceSpans") {
                $0.object {
                    $0.name("resource")
                    $0.object {
                        $0.array("attributes") { for (name, value) in resource { $0.attribute(name, .string(value)) } }
                    }
                    $0.array("scopeSpans") {
                        $0.object {
                            $0.name("scope")
                            $0.object { $0.member("name", "jangteo") }
                            $0.array("spans") { for span in spans { $0.span(span) } }
                        }
                    }
                }
            }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func span(_ span: EndedSpan) {
        object {
            $0.context(span.identity)
            if let parent = span.parent { $0.member("parentSpanId", TraceContext.hex(parent.spanID)) }
            // The bits of W3C, then whether it is known that the parent is elsewhere, and whether it is.
            $0.member("flags", 1 | 0x100 | (span.parent?.isRemote == true ? 0x200 : 0))
            $0.member("name", span.name)
            $0.member("kind", span.kind.number)
            $0.member("startTimeUnixNano", "\(span.start)")
            $0.member("endTimeUnixNano", "\(max(span.start, span.end))")
            $0.attributes(span.attributes)
            if !span.events.isEmpty {
                $0.array("events") { for event in span.events { $0.event(event) } }
            }
            if !span.links.isEmpty {
                $0.array("links") { for link in span.links { $0.link(link) } }
            }
            if let status = span.status {
                $0.name("status")
                $0.object {
                    $0.member("code", status.code == .ok ? 1 : 2)
                    if let message = status.message { $0.member("message", message) }
                }
            }
        }
    }

    private mutating func context(_ context: TraceContext) {
        member("traceId", context.traceIDText)
        member("spanId", TraceContext.hex(context.spanID))
    }

    private mutating func event(_ event: SpanEvent) {
        object {
            $0.member("timeUnixNano", "\(event.nanosecondsSinceEpoch)")
            $0.member("name", event.name)
            $0.attributes(event.attributes)
        }
    }

    private mutating func link(_ link: SpanLink) {
        guard let trace = link.context.trace else { return }
        object {
            $0.context(trace)
            $0.attributes(link.attributes)
        }
    }

    private mutating func attributes(_ attributes: SpanAttributes) {
        guard !attributes.isEmpty else { return }
        array("attributes") { writer in
            attributes.forEach { name, value in writer.attribute(name, value) }
        }
    }

    fileprivate mutating func attribute(_ name: String, _ value: SpanAttribute) {
        object {
            $0.member("key", name)
            $0.name("value")
            $0.value(of: value)
        }
    }

    private mutating func value(of attribute: SpanAttribute) {
        switch attribute {
        case .int32(let value): object { $0.member("intValue", "\(value)") }
        case .int64(let value): object { $0.member("intValue", "\(value)") }
        case .bool(let value): object { $0.member("boolValue", value) }
        case .double(let value):
            object {
                $0.name("doubleValue")
                if value.isFinite { $0.number("\(value)") } else { $0.string("\(value)") }
            }
        case .string(let value): object { $0.member("stringValue", value) }
        case .stringConvertible(let value): object { $0.member("stringValue", "\(value)") }
        case .int32Array(let values): list(values.map { .int32($0) })
        case .int64Array(let values): list(values.map { .int64($0) })
        case .boolArray(let values): list(values.map { .bool($0) })
        case .doubleArray(let values): list(values.map { .double($0) })
        case .stringArray(let values): list(values.map { .string($0) })
        case .stringConvertibleArray(let values): list(values.map { .string("\($0)") })
        default: object { _ in }
        }
    }

    private mutating func list(_ values: [SpanAttribute]) {
        object {
            $0.name("arrayValue")
            $0.object { $0.array("values") { for value in values { $0.value(of: value) } } }
        }
    }
}

extension SpanKind {
    fileprivate var number: Int {
        switch self {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}
