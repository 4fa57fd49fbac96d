package import Messages

/// The history of a scripted stream: what survives its restarts.
package struct EventLog: Sendable, Hashable {
    /// The life of the stream.
    package var epoch: String
    /// The newest event; 0 before the first.
    package var newest: Int
    /// The oldest event that is kept.
    package var oldest = 1

    /// Creates a history of events 1…`newest`.
    package init(epoch: String, newest: Int) {
        self.epoch = epoch
        self.newest = newest
    }

    /// How far it has come.
    package var marker: StreamMarker { StreamMarker(epoch: epoch, sequence: newest, time: 0) }

    /// One of its events, which need not exist.
    package func record(_ sequence: Int) -> EventRecord {
        EventRecord(
            sequence: sequence,
            previousSequence: sequence > 1 ? sequence - 1 : nil,
            type: StockChanged.type,
            subject: "mango",
            time: 0,
            causationID: nil,
            traceparent: nil,
            data: Array("{}".utf8)
        )
    }
}
