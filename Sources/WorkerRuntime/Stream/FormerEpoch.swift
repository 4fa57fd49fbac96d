internal import Journal
internal import Logging
internal import ReplicatedLog
internal import Replication
internal import SQLiteJournal
internal import WorkerEngine

/// A store whose stream has got a new epoch since: its rows are those of the log before that, or lost ones are among them.
extension Worker {
    /// Makes a store follow the log from a former epoch on, or sets it aside where the log has lost rows of it.
    ///
    /// A store of an epoch that the stream never had stays as it is, and is refused when it is opened.
    ///
    /// - Throws: ``LogError`` or ``StorageError``; the store is as it was.
    func acceptFormerEpoch(of configuration: SQLiteJournalConfiguration, in stream: OpenedStream) async throws {
        let replacement = try StoreReplacement(of: stream.following(configuration))
        defer { replacement.close() }
        guard let present = replacement.present(), present.epoch != stream.epoch, let row = present.appliedRow else {
            return
        }
        // A row of a stream has its place and its writer in its checksum, so the row before which it agrees is enough.
        if try await isInLog(row, of: stream) { return stream.follow(from: present.epoch) }
        guard try await hasLeft(present.epoch, in: stream) else { return }
        guard row.position > 0 else { return stream.follow(from: present.epoch) }
        let aside = try replacement.setAside()
        log.warning(
            "the log has lost rows of this store, which was accepted: the store was set aside",
            metadata: ["row": "\(row.position)", "in": "\(aside ?? "")"]
        )
    }

    private func isInLog(_ row: AppliedRow, of stream: OpenedStream) async throws(LogError) -> Bool {
        guard row.position > 0 else { return false }
        let one = ReadLimit(rows: 1, bytes: 1)
        let found = try await answer { stream.log.read(after: row.position - 1, limit: one, $0) }
        switch found {
        case .rows(let rows, _): return rows.first.map { $0.checksum == row.checksum } ?? false
        case .pruned, .ahead: return false
        }
    }

    /// Whether a row of the log says that the stream has left an epoch.
    private func hasLeft(_ epoch: String, in stream: OpenedStream) async throws(LogError) -> Bool {
        var position = max(0, try await answer { stream.log.readBounds($0) }.first - 1)
        while true {
            let after = position
            let found = try await answer { stream.log.read(after: after, limit: ReplicationSettings().readLimit, $0) }
            guard case .rows(let rows, let last) = found else { return false }
            for row in rows where try EpochChange(row.payload)?.former == epoch { return true }
            position += rows.count
            guard position < last, !rows.isEmpty else { return false }
        }
    }
}
