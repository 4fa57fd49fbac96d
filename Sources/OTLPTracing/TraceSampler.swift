/// Which traces are recorded, as OpenTelemetry's samplers of the same names have it.
struct TraceSampler: Sendable, Hashable {
    /// Whether a caller's decision is kept.
    private let followsParent: Bool
    /// Traces below it are recorded, of 2^63.
    private let bound: UInt64

    /// - Parameters:
    ///   - name: As in `OTEL_TRACES_SAMPLER`; `nil` for `parentbased_always_on`.
    ///   - argument: As in `OTEL_TRACES_SAMPLER_ARG`: the share of traces; `nil` for 1.
    /// - Throws: ``TracingError`` for another name, and for what is no share.
    init(_ name: String?, argument: String?) throws(TracingError) {
        let name = name ?? "parentbased_always_on"
        let prefix = "parentbased_"
        followsParent = name.hasPrefix(prefix)
        switch followsParent ? String(name.dropFirst(prefix.count)) : name {
        case "always_on": bound = 1 << 63
        case "always_off": bound = 0
        case "traceidratio":
            guard let share = argument.map({ Double($0) }) ?? 1, (0...1).contains(share) else {
                throw TracingError(
                    .configuration,
                    "OTEL_TRACES_SAMPLER_ARG is '\(argument ?? "")', and has to be from 0 to 1"
                )
            }
            bound = UInt64(share * 0x1p63)
        default:
            throw TracingError(
                .configuration,
                "OTEL_TRACES_SAMPLER is '\(name)', and has to be always_on, always_off or traceidratio, or one of them "
                    + "behind parentbased_"
            )
        }
    }

    /// Whether a span is recorded.
    func samples(_ trace: TraceContext.TraceID, parent: TraceContext?) -> Bool {
        if followsParent, let parent { return parent.isSampled }
        // The same half of the number as in other implementations, so that all of them choose the same traces.
        return trace.low >> 1 < bound
    }
}
