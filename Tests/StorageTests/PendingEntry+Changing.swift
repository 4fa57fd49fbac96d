import Messages
import Storage

extension PendingEntry {
    /// The same entry with other values; what is `nil` stays.
    func with(
        number: Int? = nil,
        fingerprint: [UInt8]? = nil,
        result: [UInt8]? = nil,
        causationID: String? = nil,
        traceparent: String? = nil,
        _ changeEvents: (inout [EventRecord]) -> Void = { _ in }
    ) -> PendingEntry {
        var events = events
        changeEvents(&events)
        return PendingEntry(
            number: number ?? self.number,
            method: method,
            key: key,
            fingerprint: fingerprint ?? self.fingerprint,
            result: result ?? self.result,
            causationID: causationID ?? self.causationID,
            traceparent: traceparent ?? self.traceparent,
            events: events,
            isListed: isListed
        )
    }
}
