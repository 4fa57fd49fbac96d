internal import Journal
internal import Logging
internal import ReplicatedLog
internal import Replication
internal import SQLiteJournal
internal import WorkerEngine

/// Puts the newest snapshot of a stream in the place of a store that is missing, or lacks rows that were pruned.
extension Worker {
    /// Installs a snapshot when this worker needs one to follow, or has no store yet.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - configuration: The store of this worker, not open yet.
    ///   - files: The files that its rows name: those of the snapshot are fetched first.
    /// - Throws: ``LogError`` or ``StorageError``; the present store is as it was, unless it says that a restore was cut short.
    func installSnapshot(
        of stream: OpenedStream,
        as configuration: SQLiteJournalConfiguration,
        _ files: (any ContentFiles)?
    ) async throws {
        let configuration = stream.following(configuration)
        let replacement = try StoreReplacement(of: configuration)
        defer { replacement.close() }
        let first = try await answer { stream.log.readBounds($0) }.first
        let position: Int
        if try replacement.hasStore() {
            // What is no store of this stream, or damaged, is refused when it is opened.
            guard let present = replacement.present(), present.epoch == stream.epoch, let row = present.appliedRow
            else {
                return
            }
            // Its last row is read again, and compared.
            guard max(1, row.position) < first else { return }
            position = row.position
        } else {
            position = 0
        }
        guard let newest = try await answer({ stream.log.listSnapshots($0) }).first, newest.position > position else {
            guard first > position + 1 else { return }
            throw LogError(.damaged, "The log begins at row \(first), and there is no snapshot of what was before")
        }
        log.info("takes a snapshot of the stream", metadata: ["row": "\(newest.position)", "bytes": "\(newest.bytes)"])
        let download = try SnapshotDownload(of: newest, from: stream.log, to: replacement.draft)
        try await answer { download.start($0) }
        stream.follow(from: try replacement.accept(startsNewEpoch: false).epoch)
        if let files {
            let fetch = FileFetch(try replacement.fileNames(files.namesQuery), from: stream.log, to: files)
            try await answer { fetch.start($0) }
            LiveWorker.tell(of: fetch.absent, to: log)
            log.info("has the files of the snapshot", metadata: ["fetched": "\(fetch.count)"])
        }
        if let aside = try replacement.finish() {
            log.notice("the former store was set aside", metadata: ["in": "\(aside)"])
        }
    }
}
