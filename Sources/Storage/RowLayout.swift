/// One row of the journal as SQLite is given it: its numbers, and where its texts are in a ``RowBuffer``.
struct RowLayout {
    /// The columns in the order in which their values are bound.
    static let columns = [
        "number", "sequence", "time", "method", "key", "fingerprint", "result", "causationid", "traceparent", "events",
        "listed",
    ]

    private let number: Int
    private let sequence: Int
    private let method: RowBuffer.Part
    private let key: RowBuffer.Part?
    private let fingerprint: RowBuffer.Part?
    private let result: RowBuffer.Part
    private let causation: RowBuffer.Part?
    private let trace: RowBuffer.Part?
    private let events: RowBuffer.Part?
    private let isListed: Bool

    /// Lays out the row of an entry.
    ///
    /// - Parameters:
    ///   - sequence: The entry's last event, or the last before it.
    ///   - writer: Writes its events.
    ///   - buffer: Where its texts go.
    init(
        _ entry: PendingEntry,
        sequence: Int,
        _ writer: inout EventsColumn,
        _ buffer: inout RowBuffer
    ) {
        number = entry.number
        self.sequence = sequence
        method = buffer.append(entry.method)
        key = buffer.append(entry.key)
        fingerprint = entry.fingerprint.isEmpty ? nil : buffer.append(entry.fingerprint)
        result = buffer.append(entry.result)
        causation = buffer.append(entry.causationID)
        trace = buffer.append(entry.traceparent)
        events = writer.encode(entry.events).map { buffer.append($0) }
        isListed = entry.isListed
    }

    /// Binds the row's values.
    ///
    /// - Parameters:
    ///   - statement: Inserts one row, or several.
    ///   - position: Which of its rows this is, from 0.
    ///   - time: When it is committed.
    ///   - part: Lends a text of the buffer.
    func bind(
        to statement: PreparedStatement,
        row position: Int,
        at time: Int,
        _ part: (RowBuffer.Part?) -> UnsafeBufferPointer<UInt8>?
    ) throws(StorageError) {
        let before = Int32(position * Self.columns.count)
        try statement.bind(number, at: before + 1)
        try statement.bind(sequence, at: before + 2)
        try statement.bind(time, at: before + 3)
        try statement.bindText(part(method), at: before + 4)
        try statement.bindText(part(key), at: before + 5)
        try statement.bindBlob(part(fingerprint), at: before + 6)
        try statement.bindBlob(part(result), at: before + 7)
        try statement.bindText(part(causation), at: before + 8)
        try statement.bindText(part(trace), at: before + 9)
        try statement.bindText(part(events), at: before + 10)
        try statement.bind(isListed ? 1 : nil, at: before + 11)
    }
}
