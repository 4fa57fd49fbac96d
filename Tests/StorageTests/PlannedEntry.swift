import Journal
import Messages
import WireJSON

/// A row as a test wants it, to be stored and compared with what comes back.
struct PlannedEntry {
    var number: Int
    var method: String
    var key: String?
    var fingerprint: [UInt8] = []
    var result: [UInt8]
    var causationID: String?
    var traceparent: String?
    var events: [EventRecord] = []
    var isListed = false

    /// The same entry with other values; what is `nil` stays.
    func with(
        number: Int? = nil,
        fingerprint: [UInt8]? = nil,
        result: [UInt8]? = nil,
        causationID: String? = nil,
        traceparent: String? = nil,
        _ changeEvents: (inout [EventRecord]) -> Void = { _ in }
    ) -> PlannedEntry {
        var entry = self
        changeEvents(&entry.events)
        entry.number = number ?? entry.number
        entry.fingerprint = fingerprint ?? entry.fingerprint
        entry.result = result ?? entry.result
        entry.causationID = causationID ?? entry.causationID
        entry.traceparent = traceparent ?? entry.traceparent
        return entry
    }
}

extension JournalBatch {
    /// A batch of rows, put together as a service does it.
    init(entries: [PlannedEntry], levels: [Level], time: Int) {
        self.init(time: time)
        self.levels = levels
        // One list for all, as a service lends it: what is left of one row must not get into the next.
        var events = PendingEvents()
        for entry in entries {
            events.removeAll()
            for (index, event) in entry.events.enumerated() {
                events.append(type: event.type, subject: event.subject) { $0.raw(event.data) }
                events.items[index].sequence = event.sequence
                events.items[index].previousSequence = event.previousSequence
            }
            append(
                number: entry.number,
                method: entry.method,
                key: entry.key,
                fingerprint: entry.fingerprint,
                result: entry.result,
                causationID: entry.causationID,
                traceparent: entry.traceparent,
                events: events,
                isListed: entry.isListed
            )
        }
    }
}
