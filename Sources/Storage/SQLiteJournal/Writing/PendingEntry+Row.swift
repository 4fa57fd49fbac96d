extension PendingEntry {
    /// The columns of a row in the order in which their values are bound.
    static let columns = [
        "number", "sequence", "time", "method", "key", "fingerprint", "result", "causationid", "traceparent", "events",
        "listed",
    ]

    /// Binds the row's values.
    ///
    /// - Parameters:
    ///   - statement: Inserts one row, or several.
    ///   - position: Which of its rows this is, from 0.
    ///   - sequence: The entry's last event, or the last before it.
    ///   - time: When it is committed.
    ///   - part: Lends a text of the batch.
    func bind(
        to statement: PreparedStatement,
        row position: Int,
        sequence: Int,
        at time: Int,
        _ part: (RowBuffer.Part?) -> UnsafeBufferPointer<UInt8>?
    ) throws(StorageError) {
        let before = Int32(position * Self.columns.count)
        try statement.bind(number, at: before + 1)
        try statement.bind(sequence, at: before + 2)
        try statement.bind(time, at: before + 3)
        unsafe try statement.bindText(part(method), at: before + 4)
        unsafe try statement.bindText(part(key), at: before + 5)
        unsafe try statement.bindBlob(part(fingerprint), at: before + 6)
        unsafe try statement.bindBlob(part(result), at: before + 7)
        unsafe try statement.bindText(part(causation), at: before + 8)
        unsafe try statement.bindText(part(trace), at: before + 9)
        unsafe try statement.bindText(part(column), at: before + 10)
        try statement.bind(isListed ? 1 : nil, at: before + 11)
    }
}
