package import Messages
import WireJSON

/// The events of one row as a JSON array, readable with any tool:
/// `[{"type","subject","previous","data"}]`.
///
/// Sequences are not written: the last event's is the row's, and they are contiguous. Time, causation and trace context
/// are the row's too.
package struct EventsColumn {
    private let balanceRule: BalanceRule?
    private let reader: JSONReader

    /// - Parameter balanceRule: Which events change levels; `nil` where none does.
    package init(_ balanceRule: BalanceRule?) {
        self.balanceRule = balanceRule
        // What we wrote ourselves is not bounded again: `data` passed the wire's limits, or is made by the service, and
        // a row that cannot be read back would be lost. Depth counts the array and the record around `data`.
        reader = JSONReader(limits: JSONLimits(bytes: Int(Int32.max), depth: 128, members: 4_096))
    }

    /// Writes the column of the last events of a batch.
    ///
    /// - Parameters:
    ///   - data: Holds their JSON; where it is in the column, their places are afterwards.
    ///   - events: The events of the batch.
    ///   - first: The first of the row.
    ///   - texts: The texts of the batch.
    static func write(
        _ data: [UInt8],
        of events: inout [PendingEvent],
        from first: Int,
        to texts: inout RowBuffer
    ) -> RowBuffer.Part {
        texts.append { writer in
            writer.beginArray()
            for index in first..<events.count {
                writer.beginObject()
                writer.member("type", events[index].type)
                writer.member("subject", events[index].subject)
                if let previous = events[index].previousSequence { writer.member("previous", previous) }
                writer.name("data")
                let start = writer.bytes.count
                writer.raw(data.span.extracting(events[index].data))
                events[index].data = start..<writer.bytes.count
                writer.endObject()
            }
            writer.endArray()
        }
    }

    /// Calls `body` with every event of a row.
    package func decode(
        _ row: StoredRow,
        body: (ReplayedEvent) throws(StorageError) -> Void
    ) throws(StorageError) {
        guard let array = try parse(row.events) else { return }
        var sequence = row.events.sequence - array.count
        for node in array.elements {
            sequence += 1
            let previous = node["previous"]?.integer
            guard let type = node["type"], let subject = node["subject"], let data = node["data"],
                let event = ReplayedEvent(
                    sequence: sequence,
                    previousSequence: previous,
                    time: row.time,
                    causationID: row.causationID,
                    traceparent: row.traceparent,
                    type: type,
                    subject: subject,
                    data: data
                )
            else { throw Self.unreadable(row.events, finding: "an event lacks a member") }
            guard previous.map(StoredCount.range.contains) ?? true else {
                throw Self.unreadable(row.events, finding: "an event follows \(previous ?? 0)")
            }
            try body(event)
        }
    }

    /// Calls `body` with every event's sequence and subject, and with the change of the level if it is one.
    ///
    /// - Returns: How many events there are.
    package func forEachChange(
        in stored: StoredEvents,
        _ body: (_ sequence: Int, _ subject: String, _ delta: Int?) throws(StorageError) -> Void
    ) throws(StorageError) -> Int {
        guard let array = try parse(stored) else { return 0 }
        var sequence = stored.sequence - array.count
        for node in array.elements {
            sequence += 1
            guard let type = node["type"]?.string, let subject = node["subject"]?.string, let data = node["data"]
            else { throw Self.unreadable(stored, finding: "an event lacks a member") }
            guard let balanceRule, type == balanceRule.eventType else {
                try body(sequence, subject, nil)
                continue
            }
            guard let delta = data[balanceRule.delta]?.integer else {
                throw Self.unreadable(stored, finding: "a change of a level has no \(balanceRule.delta)")
            }
            try body(sequence, subject, delta)
        }
        return array.count
    }

    private func parse(_ stored: StoredEvents) throws(StorageError) -> JSONNode? {
        guard let text = stored.text else { return nil }
        let node: JSONNode
        do throws(JSONError) {
            node = try reader.read(text)
        } catch {
            throw Self.unreadable(stored, finding: error.message)
        }
        guard node.kind == .array else { throw Self.unreadable(stored, finding: "they are no array") }
        guard node.count <= stored.sequence else {
            throw Self.unreadable(stored, finding: "there are \(node.count), but the last is number \(stored.sequence)")
        }
        return node
    }

    private static func unreadable(_ stored: StoredEvents, finding: String) -> StorageError {
        StorageError(.corrupt, "the events of row \(stored.number) cannot be read: \(finding)")
    }
}

/// The events of a row as they are stored, with what is needed to number them.
package struct StoredEvents {
    package let number: Int
    /// The last event's sequence.
    package let sequence: Int
    /// The JSON array; `nil` when the row has no events.
    package let text: [UInt8]?

    package init(number: Int, sequence: Int, text: [UInt8]?) {
        self.number = number
        self.sequence = sequence
        self.text = text
    }
}

/// What is stored of a row's events: everything that a replay gives back.
package struct StoredRow {
    package let events: StoredEvents
    package let time: Int
    package let causationID: String?
    package let traceparent: String?

    package init(events: StoredEvents, time: Int, causationID: String?, traceparent: String?) {
        self.events = events
        self.time = time
        self.causationID = causationID
        self.traceparent = traceparent
    }
}
