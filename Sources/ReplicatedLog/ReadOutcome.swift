/// How much one read may bring.
package struct ReadLimit: Sendable, Hashable {
    /// The most rows.
    package let rows: Int
    /// The payload bytes after which no further row is begun; the first row comes whatever its size.
    package let bytes: Int

    /// Sets both, each at least 1.
    package init(rows: Int, bytes: Int) {
        self.rows = max(1, rows)
        self.bytes = max(1, bytes)
    }
}

/// Where a log begins and ends.
package struct LogBounds: Sendable, Hashable {
    /// The rows that one call of ``ReplicatedLog/prune(before:_:)`` deletes at most.
    package static let rowsPerPrune = 1_000

    /// The oldest row; 0 when there is none.
    package let first: Int
    /// The newest row; 0 when there is none.
    package let last: Int

    /// The log with these rows.
    package init(first: Int, last: Int) {
        self.first = first
        self.last = last
    }
}

/// What a read came to.
package enum ReadOutcome: Sendable, Hashable {
    /// Rows that follow the position without a hole, none when it is the last one; and the last position of the log.
    case rows([LogRow], last: Int)
    /// The next row was pruned: a snapshot at ``oldest`` - 1 or later is needed.
    case pruned(oldest: Int)
    /// The log ends before the position: the engine has lost what it had confirmed, or it is another log.
    case ahead(last: Int)
}

extension ReadOutcome {
    /// Judges what an engine has found behind a position.
    ///
    /// - Parameters:
    ///   - rows: Rows behind the position, in the order of theirs.
    ///   - bounds: The bounds of the log at the same moment.
    ///   - position: Where the read began.
    ///   - stream: The name of the stream, for the error.
    /// - Throws: ``LogError`` with `damaged` when rows are missing between others.
    package init(
        of rows: [LogRow],
        in bounds: LogBounds,
        after position: Int,
        stream: String
    ) throws(LogError) {
        guard position <= bounds.last else {
            self = .ahead(last: bounds.last)
            return
        }
        guard bounds.first <= position + 1 || position == bounds.last else {
            self = .pruned(oldest: bounds.first)
            return
        }
        var next = position + 1
        for row in rows {
            guard row.position == next else { throw LogError.hole(in: stream, at: next) }
            next += 1
        }
        guard !rows.isEmpty || position == bounds.last else { throw LogError.hole(in: stream, at: next) }
        self = .rows(rows, last: bounds.last)
    }
}

/// What pruning came to.
package enum PruneOutcome: Sendable, Hashable {
    /// This many rows are gone; whether there may be more to delete.
    case pruned(rows: Int, isMoreLeft: Bool)
    /// Nothing was deleted: no complete snapshot covers what would go.
    case needsSnapshot
}
