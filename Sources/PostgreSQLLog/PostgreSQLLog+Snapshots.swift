package import ReplicatedLog

extension PostgreSQLLog {
    private static let store = Statement(
        "store",
        """
        INSERT INTO jangteo.snapshot_part (stream, position, writer, number, bytes, checksum)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
        """
    )

    /// Only when the parts are those of the snapshot: as many, as large, and with the same checksums in the same order.
    private static let complete = Statement(
        "complete",
        """
        INSERT INTO jangteo.snapshot (stream, position, writer, format, parts, bytes, checksum)
        SELECT $1, $2, $3, $4, $5, $6, $7 FROM (
            SELECT count(*) AS parts, max(number) AS last, sum(octet_length(bytes)) AS bytes,
                sha256(string_agg(checksum, ''::bytea ORDER BY number)) AS checksum
            FROM jangteo.snapshot_part WHERE stream = $1 AND position = $2 AND writer = $3
        ) p WHERE p.parts = $5 AND p.last = $5 AND p.bytes = $6 AND p.checksum = $7
        ON CONFLICT DO NOTHING
        """
    )

    private static let list = Statement(
        "list",
        """
        SELECT position, writer, format, parts, bytes, checksum FROM jangteo.snapshot WHERE stream = $1
        ORDER BY position DESC, writer COLLATE "C" DESC
        """
    )

    private static let part = Statement(
        "part",
        """
        SELECT bytes, checksum FROM jangteo.snapshot_part
        WHERE stream = $1 AND position = $2 AND writer = $3 AND number = $4
        """
    )

    private static let prune = Statement(
        "prune snapshots",
        """
        WITH kept AS (SELECT position, writer FROM jangteo.snapshot WHERE stream = $1
                ORDER BY position DESC, writer COLLATE "C" DESC LIMIT $2),
            gone AS (DELETE FROM jangteo.snapshot WHERE stream = $1
                AND (position, writer) NOT IN (SELECT position, writer FROM kept))
        DELETE FROM jangteo.snapshot_part WHERE stream = $1 AND position <= (SELECT min(position) FROM kept)
            AND (position, writer) NOT IN (SELECT position, writer FROM kept)
        """
    )

    package func storePart(_ part: SnapshotPart, done: @escaping (Result<Void, LogError>) -> Void) {
        if let error = LogError(storing: part) { return session.refuse(error) { _ in done(.failure(error)) } }
        let parameters: Parameters = [
            .text(identity.stream), .integer(part.position), .text(identity.writer), .integer(part.number),
            .bytes(part.bytes), .bytes(part.checksum),
        ]
        call(Self.store, with: parameters, done: done) { _ in }
    }

    package func completeSnapshot(_ snapshot: Snapshot, done: @escaping (Result<SnapshotOutcome, LogError>) -> Void) {
        let parameters: Parameters = [
            .text(identity.stream), .integer(snapshot.position), .text(identity.writer),
            .integer(Int(snapshot.format)), .integer(snapshot.parts), .integer(snapshot.bytes),
            .bytes(snapshot.checksum),
        ]
        call(Self.complete, with: parameters) { [weak self] (result: Result<Bool, LogError>) in
            guard case .success(false) = result, let self else { return done(result.map { _ in .completed }) }
            // It may have been completed before, when the answer was lost.
            listSnapshots { done($0.map { $0.contains(snapshot) ? .completed : .incomplete }) }
        } read: {
            $0.affected == 1
        }
    }

    package func listSnapshots(_ done: @escaping (Result<[Snapshot], LogError>) -> Void) {
        call(Self.list, with: [.text(identity.stream)], done: done) { rows in
            (0..<rows.count).map { index in
                Snapshot(
                    position: rows.integer(column: 0, row: index),
                    writer: rows.text(column: 1, row: index),
                    format: UInt16(clamping: rows.integer(column: 2, row: index)),
                    parts: rows.integer(column: 3, row: index),
                    bytes: rows.integer(column: 4, row: index),
                    checksum: rows.bytes(column: 5, row: index)
                )
            }
        }
    }

    package func readPart(
        _ number: Int,
        of snapshot: Snapshot,
        done: @escaping (Result<SnapshotPart, LogError>) -> Void
    ) {
        let stream = identity.stream
        let parameters: Parameters = [
            .text(stream), .integer(snapshot.position), .text(snapshot.writer), .integer(number),
        ]
        call(Self.part, with: parameters, done: done) { (rows) throws(LogError) in
            guard rows.count == 1 else { throw LogError.missingPart(number, of: snapshot, in: stream) }
            return try SnapshotPart(
                rows.bytes(column: 0),
                number: number,
                position: snapshot.position,
                checksum: rows.bytes(column: 1)
            )
        }
    }

    package func pruneSnapshots(keeping count: Int, _ done: @escaping (Result<Void, LogError>) -> Void) {
        call(Self.prune, with: [.text(identity.stream), .integer(max(1, count))], done: done) { _ in }
    }
}
