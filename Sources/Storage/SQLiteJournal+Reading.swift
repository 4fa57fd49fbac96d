import GRDB
public import Messages

extension SQLiteJournal {
    /// The levels of all items as committed, in the order of their keys' UTF-8.
    public func loadLevels() throws(StorageError) -> [Level] {
        try requireConnection().read { database in
            try Row.fetchAll(database, sql: "SELECT item, quantity, version, sequence FROM level ORDER BY item").map {
                Level(item: $0[0], quantity: $0[1], version: $0[2], sequence: $0[3])
            }
        }
    }

    /// What was answered to the request with this key; `nil` when the key is not, or no longer, known.
    public func storedReply(forKey key: String) throws(StorageError) -> StoredReply? {
        let connection = try requireConnection()
        guard let statement = connection.statements?.storedReply else { return nil }
        try connection.beginLookingUp()
        buffer.removeAll()
        let part = buffer.append(key)
        return try buffer.withParts { (bytes) throws(StorageError) in
            defer { statement.reset() }
            try statement.bindText(bytes(part), at: 1)
            guard try statement.next() else { return nil }
            return StoredReply(
                number: statement.integer(at: 0),
                sequence: statement.integer(at: 1),
                fingerprint: statement.bytes(at: 2),
                result: statement.bytes(at: 3)
            )
        }
    }

    /// The events that follow a position without a gap, at most `limit`.
    public func events(after sequence: Int, limit: Int) throws(StorageError) -> [EventRecord] {
        let connection = try requireConnection()
        guard limit > 0, sequence >= position.prunedSequence, sequence < position.lastSequence,
            let statements = connection.statements
        else { return [] }
        let number = try firstEntry(after: sequence, statements.sequenceOfEntry)
        return try connection.read { database in
            var found: [EventRecord] = []
            let rows = try Row.fetchCursor(
                database,
                sql:
                    "SELECT \(StoredRow.columns) FROM journal WHERE number >= ? AND events IS NOT NULL ORDER BY number",
                arguments: [number]
            )
            while found.count < limit, let row = try rows.next() {
                let events = try self.events.decode(StoredRow(row))
                // The first row may begin before the position, and the last one end beyond the limit.
                found.append(contentsOf: events.lazy.filter { $0.sequence > sequence }.prefix(limit - found.count))
            }
            return found
        }
    }

    /// The row with this number; `nil` when it does not exist or has been pruned.
    public func entry(_ number: Int) throws(StorageError) -> JournalEntry? {
        let query = "SELECT \(StoredRow.columns) FROM journal WHERE number = ?"
        return try entries(query, [number]).first
    }

    /// The listed rows of one method below a number, newest first, at most `limit`.
    public func entries(of method: String, before number: Int?, limit: Int) throws(StorageError) -> [JournalEntry] {
        // `listed IS NOT NULL` is what lets SQLite use the index of listed rows; in it, a method's rows are in the
        // order of their numbers.
        let query = """
            SELECT \(StoredRow.columns) FROM journal INDEXED BY journal_listed
            WHERE method = ? AND number < ? AND listed IS NOT NULL ORDER BY number DESC LIMIT ?
            """
        return try entries(query, [method, number ?? Int.max, max(0, limit)])
    }

    private func entries(_ query: String, _ arguments: StatementArguments) throws(StorageError) -> [JournalEntry] {
        try requireConnection().read { database in
            try Row.fetchAll(database, sql: query, arguments: arguments).map { row in
                let row = try StoredRow(row)
                return JournalEntry(
                    number: row.number,
                    sequence: row.sequence,
                    method: row.method,
                    key: row.key,
                    fingerprint: row.fingerprint,
                    result: row.result,
                    time: row.time,
                    events: try events.decode(row)
                )
            }
        }
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
