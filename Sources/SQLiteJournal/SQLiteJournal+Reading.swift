package import Journal
package import Messages
import SQLite

extension SQLiteJournal {
    /// The levels of all items as committed, in the order of their keys' UTF-8.
    package func loadLevels() throws(StorageError) -> [Level] {
        try requireConnection().read { (database) throws(StorageError) in
            try database.query("SELECT \(Level.columns) FROM level ORDER BY item") { (row) throws(StorageError) in
                var levels: [Level] = []
                while try row.next() { levels.append(try Level(row)) }
                return levels
            }
        }
    }

    /// The level of one item as committed; `nil` when there is no such item.
    package func level(of item: String) throws(StorageError) -> Level? {
        let connection = try requireConnection()
        let statement = try connection.requireStatements().level
        try connection.beginLookingUp()
        buffer.removeAll()
        let part = buffer.append(item)
        return unsafe try buffer.bytes.withUnsafeBufferPointer { (texts) throws(StorageError) in
            defer { statement.reset() }
            unsafe try statement.bindText(part, of: texts, at: 1)
            guard try statement.next() else { return nil }
            return Level(
                item: item,
                quantity: try StoredCount.checked(statement.integer(at: 0), called: "the quantity of \(item)"),
                version: try StoredCount.checked(statement.integer(at: 1), called: "the version of \(item)"),
                sequence: try statement.isNull(at: 2)
                    ? nil : StoredCount.checked(statement.integer(at: 2), called: "the last event of \(item)")
            )
        }
    }

    /// What was answered to the request with this key; `nil` when the key is not, or no longer, known.
    package func storedReply(forKey key: String) throws(StorageError) -> StoredReply? {
        let connection = try requireConnection()
        // Never `nil` for want of a statement: that would have the request applied a second time.
        let statements = try connection.requireStatements()
        let statement = statements.storedReply
        guard try mayHave(key, in: connection, statements: statements) else { return nil }
        try connection.beginLookingUp()
        buffer.removeAll()
        let part = buffer.append(key)
        return unsafe try buffer.bytes.withUnsafeBufferPointer { (texts) throws(StorageError) in
            defer { statement.reset() }
            unsafe try statement.bindText(part, of: texts, at: 1)
            guard try statement.next() else { return nil }
            return StoredReply(
                number: try StoredCount.checked(statement.integer(at: 0), called: "the number of a row"),
                sequence: try StoredCount.checked(statement.integer(at: 1), called: "the sequence of a row"),
                fingerprint: statement.bytes(at: 2),
                result: statement.bytes(at: 3)
            )
        }
    }

    /// Reads the events that follow a position without a gap, until `body` has enough.
    package func readEvents(after sequence: Int, _ body: (ReplayedEvent) -> Bool) throws(StorageError) {
        let connection = try requireConnection()
        let statements = try connection.requireStatements()
        guard sequence >= position.prunedSequence, sequence < position.lastSequence else { return }
        let number = try firstEntry(after: sequence, statements.sequenceOfEntry)
        try connection.read { (_) throws(StorageError) in
            var next = sequence + 1
            var isEnough = false
            let rows = statements.rowsWithEvents
            defer { rows.reset() }
            try rows.bind(number, at: 1)
            while !isEnough, try rows.next() {
                try events.decode(StoredRow(rows)) { (event) throws(StorageError) in
                    // The first row may begin before the position, and the last one end beyond what is wanted.
                    guard event.sequence > sequence, !isEnough else { return }
                    // An old row may be lost without the start having noticed; a reader must.
                    guard event.sequence == next else { throw files.damage("event \(next) is missing") }
                    next += 1
                    isEnough = !body(event)
                }
            }
            guard isEnough || next > position.lastSequence else { throw files.damage("event \(next) is missing") }
        }
    }

    /// The row with this number; `nil` when it does not exist or has been pruned.
    package func entry(_ number: Int) throws(StorageError) -> JournalEntry? {
        let entry = try entries("SELECT number, method, result FROM journal WHERE number = ?1", [.integer(number)])
            .first
        guard entry != nil || number <= position.prunedEntry || number > position.lastEntry else {
            throw files.damage("row \(number) is missing")
        }
        return entry
    }

    /// The listed rows of one method below a number, newest first, at most `limit`.
    package func entries(of method: String, before number: Int?, limit: Int) throws(StorageError) -> [JournalEntry] {
        // `listed IS NOT NULL` is what lets SQLite use the index of listed rows; in it, a method's rows are in the
        // order of their numbers.
        let query = """
            SELECT number, method, result FROM journal INDEXED BY journal_listed
            WHERE method = ?1 AND number < ?2 AND listed IS NOT NULL ORDER BY number DESC LIMIT ?3
            """
        return try entries(query, [.text(method), .integer(number ?? Int.max), .integer(max(0, limit))])
    }

    private func entries(_ query: String, _ values: [StoredValue]) throws(StorageError) -> [JournalEntry] {
        try requireConnection().read { (database) throws(StorageError) in
            try database.query(query, values) { (row) throws(StorageError) in
                var entries: [JournalEntry] = []
                while try row.next() {
                    let number = try row.count(at: 0, "the number of a row")
                    entries.append(
                        JournalEntry(number: number, method: row.text(at: 1) ?? "", result: row.bytes(at: 2))
                    )
                }
                return entries
            }
        }
    }

    /// Whether a row may have this key; looks for the keys that begin like it when others were asked for before.
    private func mayHave(
        _ key: String,
        in connection: JournalConnection,
        statements: JournalStatements
    ) throws(StorageError) -> Bool {
        let bytes = key.utf8.span
        guard let beginning = KeyFrontier.beginning(of: bytes) else { return true }
        if let frontier = position.frontier, frontier.beginning == beginning { return frontier.mayHave(bytes) }
        try connection.beginLookingUp()
        let frontier = try frontier(from: beginning, by: statements.greatestKey)
        position.frontier = frontier
        return frontier.mayHave(bytes)
    }

    private func frontier(from beginning: UInt64, by statement: PreparedStatement) throws(StorageError) -> KeyFrontier {
        var frontier = KeyFrontier(beginning: beginning)
        buffer.removeAll()
        let (least, after) = (buffer.append(frontier.bounds.least), buffer.append(frontier.bounds.after))
        unsafe try buffer.bytes.withUnsafeBufferPointer { (texts) throws(StorageError) in
            defer { statement.reset() }
            unsafe try statement.bindText(least, of: texts, at: 1)
            unsafe try statement.bindText(after, of: texts, at: 2)
            guard try statement.next() else { return }
            let key = statement.bytes(at: 0)
            guard String(validating: key, as: UTF8.self) != nil else { throw files.damage("a key is no text") }
            frontier.add(key.span)
        }
        return frontier
    }

    /// The row with the event after `sequence`, found by bisection: sequences rise with the numbers, which have no holes.
    private func firstEntry(after sequence: Int, _ statement: PreparedStatement) throws(StorageError) -> Int {
        var low = position.prunedEntry + 1
        var high = position.lastEntry
        while low < high {
            let middle = low + (high - low) / 2
            defer { statement.reset() }
            try statement.bind(middle, at: 1)
            guard try statement.next() else {
                throw files.damage("row \(middle) is missing")
            }
            if statement.integer(at: 0) > sequence { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

// MARK: Rows

extension StoredEvents {
    static let columns = "number, sequence, events"

    /// Reads a row of a query that selects ``columns``.
    init(_ row: PreparedStatement) throws(StorageError) {
        let number = try row.count(at: 0, "the number of a row")
        self.init(
            number: number,
            sequence: try row.count(at: 1, "the sequence of row \(number)"),
            text: row.isNull(at: 2) ? nil : row.bytes(at: 2)
        )
    }
}

extension StoredRow {
    static let columns = "\(StoredEvents.columns), time, causationid, traceparent"

    /// Reads the row at which a query is that selects ``columns``.
    init(_ row: PreparedStatement) throws(StorageError) {
        let events = try StoredEvents(row)
        self.init(
            events: events,
            time: try row.count(at: 3, "the time of row \(events.number)"),
            causationID: row.text(at: 4),
            traceparent: row.text(at: 5)
        )
    }
}
