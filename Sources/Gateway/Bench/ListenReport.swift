internal import WireJSON

/// What the subscribers of a benchmark have seen.
struct ListenReport: Sendable {
    var subscribers = 0
    /// Events, all subscribers together.
    var events = 0
    /// Events of this run's orders.
    var ours = 0
    /// Events that did not follow the one before, and cuts.
    var gaps = 0
    /// Subscribers that did not see everything to the end.
    var unfinished = 0
    /// How many events of this run each should have seen; `nil` where nothing was ordered.
    var expected: Int?
    /// From when an order was due to when a subscriber had its event.
    var latencies = LatencyHistogram()
    /// From the first event to the last, of all.
    var nanoseconds: Int64 = 0

    var perSecond: Int {
        nanoseconds > 0 ? Int(Double(events) * 1e9 / Double(nanoseconds)) : 0
    }

    var missing: Int { expected.map { $0 * subscribers - ours } ?? 0 }

    var isGood: Bool { gaps == 0 && unfinished == 0 && missing == 0 && events > 0 }

    /// All of it as one document.
    var document: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(to: &writer)
        writer.member("ok", isGood)
        writer.endObject()
        return writer.bytes
    }

    func write(to writer: inout JSONWriter) {
        writer.name("events")
        writer.beginObject()
        writer.member("subscribers", subscribers)
        writer.member("received", events)
        writer.member("per_second", perSecond)
        writer.member("per_second_each", subscribers > 0 ? perSecond / subscribers : 0)
        writer.member("missing", missing)
        writer.member("gaps", gaps)
        writer.member("unfinished", unfinished)
        writer.name("latency_us")
        latencies.write(to: &writer)
        writer.endObject()
    }
}
