package import Messages

/// Everything that becomes durable in one transaction, as it is put together, one write after the other.
///
/// The texts of all rows lie end to end in one piece of memory, and a store takes them from there. With memory of its own
/// for each text a batch would have thousands of pieces, made on one thread while another gives back those of answers
/// that were sent.
package struct JournalBatch: Sendable {
    /// The rows to add, in order.
    package private(set) var entries: [PendingEntry] = []
    /// Their events, in order.
    package private(set) var events: [PendingEvent] = []
    /// The levels these rows changed, each once, with its final values.
    ///
    /// An item the journal does not know yet starts from quantity 0 and version 0, and its events must add up from there.
    package var levels: [Level] = []
    /// When the batch is committed, in milliseconds since 1970-01-01 UTC; also the time of all its events.
    package var time: Int
    /// The files next to the database that its rows name, and that nothing before need have named.
    package var files: [FileHash] = []
    var texts = RowBuffer()

    /// Creates an empty batch.
    ///
    /// - Parameter time: When it is committed, in milliseconds since 1970-01-01 UTC.
    package init(time: Int) {
        self.time = time
    }

    /// Takes over what was put together before.
    ///
    /// - Parameter texts: That in which the places of the entries and events are.
    init(
        time: Int,
        entries: [PendingEntry],
        events: [PendingEvent],
        levels: [Level],
        files: [FileHash],
        texts: RowBuffer
    ) {
        self.time = time
        self.files = files
        self.entries = entries
        self.events = events
        self.levels = levels
        self.texts = texts
    }

    /// Adds an accepted write.
    ///
    /// Time, causation and trace context are kept once for the whole row, and so are those of all its events.
    ///
    /// - Parameters:
    ///   - number: The row's number: one more than the entry before it.
    ///   - method: The method that was called, such as `juice.order`.
    ///   - key: The idempotency key; `nil` when the caller gave none. A key is stored at most once.
    ///   - fingerprint: The digest of method and parameters: 32 bytes, or empty without a key.
    ///   - result: The result as it is sent: one complete JSON value.
    ///   - causationID: The id of the request.
    ///   - traceparent: The W3C trace context of the request.
    ///   - events: The events of this write, whose sequences continue those of the entry before.
    ///   - isListed: Whether ``Journal/entries(of:before:limit:)`` finds this row.
    package mutating func append(
        number: Int,
        method: String,
        key: String? = nil,
        fingerprint: [UInt8] = [],
        result: [UInt8],
        causationID: String? = nil,
        traceparent: String? = nil,
        events: borrowing PendingEvents = PendingEvents(),
        isListed: Bool = false
    ) {
        let first = self.events.count
        let column = append(events)
        entries.append(
            PendingEntry(
                number: number,
                events: first..<self.events.count,
                fingerprint: fingerprint.isEmpty ? nil : texts.append(fingerprint),
                result: texts.append(result),
                method: texts.append(method),
                key: texts.append(key),
                causation: texts.append(causationID),
                trace: texts.append(traceparent),
                column: column,
                isListed: isListed
            )
        )
    }

    /// Adds the events of a write, and their column.
    private mutating func append(_ added: borrowing PendingEvents) -> RowBuffer.Part? {
        guard !added.items.isEmpty else { return nil }
        let first = events.count
        events.append(contentsOf: added.items)
        return EventsColumn.write(added.data, of: &events, from: first, to: &texts)
    }

    /// What the entries' places are places in.
    package var bytes: [UInt8] { texts.bytes }

    /// Calls `body` with every event of the batch, in order, as it will be read.
    package func forEachRecord(_ body: (EventRecord) -> Void) {
        for entry in entries {
            let (causationID, traceparent) = (text(entry.causation), text(entry.trace))
            for event in events[entry.events] {
                body(
                    EventRecord(
                        sequence: event.sequence,
                        previousSequence: event.previousSequence,
                        type: event.type,
                        subject: event.subject,
                        time: time,
                        causationID: causationID,
                        traceparent: traceparent,
                        data: Array(texts.bytes[event.data])
                    )
                )
            }
        }
    }

    private func text(_ part: RowBuffer.Part?) -> String? {
        part.map { String(decoding: texts.bytes[$0], as: UTF8.self) }
    }

    /// Room for texts above which an emptied batch keeps no memory for the next, in bytes: several times what a full iteration
    /// of orders takes.
    private static var mostKept: Int { 2 << 20 }

    /// Forgets everything and keeps the memory for the next batch, unless it was unusually much.
    package mutating func removeAll() {
        guard texts.bytes.capacity <= Self.mostKept else {
            self = JournalBatch(time: time)
            return
        }
        texts.removeAll()
        entries.removeAll(keepingCapacity: true)
        events.removeAll(keepingCapacity: true)
        levels.removeAll(keepingCapacity: true)
        files.removeAll()
    }
}

/// One accepted write that is to become a row of the journal: its numbers, and where its texts are in its batch.
///
/// It owns nothing, so that a batch is made and forgotten without a look at its entries.
package struct PendingEntry: Sendable {
    /// The row's number: one more than the entry before it.
    package let number: Int
    /// Where its events are among those of the batch.
    package let events: Range<Int>
    /// The digest of method and parameters; `nil` without a key.
    package let fingerprint: Range<Int>?
    /// The result as it is sent.
    package let result: Range<Int>
    package let method: RowBuffer.Part
    package let key: RowBuffer.Part?
    package let causation: RowBuffer.Part?
    package let trace: RowBuffer.Part?
    /// Its events as they are stored; `nil`, stored as NULL, when there are none.
    package let column: RowBuffer.Part?
    package let isListed: Bool
}
