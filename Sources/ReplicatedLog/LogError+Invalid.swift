/// What cannot be right, whatever the engine: the same for each of them. `nil` where nothing is wrong.
extension LogError {
    /// An append.
    package init?(appending row: LogRow) {
        let bytes = row.payload.bytes.count
        guard row.position < 1 || row.term < 1 || bytes > LogPayload.maximumBytes else { return nil }
        self.init(
            .invalid,
            "A row of \(bytes) bytes at position \(row.position) of term \(row.term) cannot be added: both count from 1,"
                + " and a row has at most \(LogPayload.maximumBytes) bytes"
        )
    }

    /// Where a worker is found.
    package init?(endpoints: String) {
        guard endpoints.utf8.contains(0) else { return nil }
        self.init(.invalid, "The endpoints of a worker have a NUL character")
    }

    /// A worker that is to get the lease.
    package init?(successor: LeaseHolder) {
        guard successor.writer.isEmpty || successor.writer.utf8.contains(0) else {
            self.init(endpoints: successor.endpoints)
            return
        }
        self.init(.invalid, "The name of the worker that is to get the lease is empty or has a NUL character")
    }

    /// A part of a snapshot.
    package init?(storing part: SnapshotPart) {
        guard part.number < 1 || part.position < 0 || part.bytes.count > SnapshotPart.maximumBytes else { return nil }
        self.init(
            .invalid,
            "Part \(part.number) of a snapshot at \(part.position) has \(part.bytes.count) bytes: parts count from 1, and"
                + " have at most \(SnapshotPart.maximumBytes) bytes"
        )
    }

    /// A blob.
    package init?(storing blob: [UInt8]) {
        guard blob.count > BlobHash.maximumBytes else { return nil }
        self.init(.invalid, "A blob of \(blob.count) bytes is too large: at most \(BlobHash.maximumBytes)")
    }
}
