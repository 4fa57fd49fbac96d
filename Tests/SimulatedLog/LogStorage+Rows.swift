internal import ReplicatedLog

extension LogStorage {
    /// Does an append as an engine does it, in one step.
    mutating func append(_ row: LogRow, at clock: Duration) -> AppendOutcome {
        let stream = streams[row.stream] ?? Stream()
        guard let lease = stream.lease, lease.term >= row.term else {
            return .failed(.lostLease(of: row.stream, term: row.term))
        }
        guard lease.term == row.term, lease.halt == nil else { return .fenced(by: lease.lease(at: clock)) }
        if let present = stream.rows[row.position] {
            return Result { () throws(LogError) in try present.row(at: row.position, of: row.stream) }.outcome
        }
        guard row.position == stream.last + 1 else {
            return .failed(.outOfOrder(of: row.stream, position: row.position, last: stream.last))
        }
        let former = (first: stream.first, last: stream.last)
        remember { storage in
            storage.streams[row.stream]?.rows[row.position] = nil
            storage.streams[row.stream]?.first = former.first
            storage.streams[row.stream]?.last = former.last
        }
        let stored = Row(term: row.term, writer: row.writer, payload: row.payload.bytes, checksum: row.checksum)
        streams[row.stream, default: Stream()].rows[row.position] = stored
        streams[row.stream]?.last = row.position
        if former.first == 0 { streams[row.stream]?.first = row.position }
        return .appended
    }

    func bounds(of stream: String) -> LogBounds {
        LogBounds(first: streams[stream]?.first ?? 0, last: streams[stream]?.last ?? 0)
    }

    func read(_ name: String, after position: Int, limit: ReadLimit) throws(LogError) -> ReadOutcome {
        let stream = streams[name] ?? Stream()
        var rows: [LogRow] = []
        var bytes = 0
        var next = max(position + 1, stream.first)
        while next <= stream.last, rows.count < limit.rows, bytes < limit.bytes {
            if let row = stream.rows[next] {
                rows.append(try row.row(at: next, of: name))
                bytes += row.payload.count
            }
            next += 1
        }
        return try ReadOutcome(of: rows, in: bounds(of: name), after: position, stream: name)
    }

    mutating func prune(_ name: String, before position: Int) -> PruneOutcome {
        guard let stream = streams[name], stream.first > 0 else { return .pruned(rows: 0, isMoreLeft: false) }
        let wanted = min(position, stream.last)
        guard wanted > stream.first else { return .pruned(rows: 0, isMoreLeft: false) }
        guard stream.snapshots.contains(where: { $0.position >= wanted - 1 }) else { return .needsSnapshot }
        let end = min(wanted, stream.first + LogBounds.rowsPerPrune)
        commit(name) { stream in
            for number in stream.first..<end { stream.rows[number] = nil }
            stream.first = end
        }
        return .pruned(rows: end - stream.first, isMoreLeft: end < wanted)
    }
}

extension LogStorage.Row {
    func row(at position: Int, of stream: String) throws(LogError) -> LogRow {
        try LogRow(
            stream: stream,
            position: position,
            term: term,
            writer: writer,
            payload: payload,
            checksum: checksum
        )
    }
}

extension Result<LogRow, LogError> {
    fileprivate var outcome: AppendOutcome {
        switch self {
        case .success(let row): .taken(by: row)
        case .failure(let error): .failed(error)
        }
    }
}
