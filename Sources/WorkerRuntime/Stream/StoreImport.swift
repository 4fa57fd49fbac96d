internal import Journal
internal import Logging
internal import Messages
internal import ReplicatedLog
internal import Replication
internal import SQLiteJournal
internal import WorkerEngine

/// Brings the store of a service of its own into a new stream of a log, with its epoch, its positions and its keys.
extension Worker {
    /// Does it, while no service has the store; afterwards that is the store of a worker of the stream.
    ///
    /// - Returns: What was done, in one sentence.
    /// - Throws: ``WorkerError``, ``LogError`` or ``StorageError``: there is no stream then, and the store is as it was.
    func importStore() async throws -> String {
        let service = try makeService()
        guard let store = store?(service), let settings = configuration.stream else {
            throw WorkerError(.configuration, "--import-to-log needs --log, and a service that can share its stream")
        }
        let replacement = try StoreReplacement(of: store)
        defer { replacement.close() }
        let summary = try replacement.copyPresent()
        let log = try makeLog(settings)
        defer { log.close() }
        guard try await answer({ log.readBounds($0) }).last == 0 else { throw Self.taken(settings.name) }
        let row = try firstRow(of: summary.epoch, by: log.identity)
        try replacement.follow(
            from: AppliedRow(position: row.position, checksum: row.checksum),
            inEpoch: summary.epoch
        )
        if let files = service.contentFiles {
            let upload = FileUpload(try replacement.fileNames(files.namesQuery), from: files, to: log)
            try await answer { upload.start($0) }
        }
        let draft = replacement.draft
        _ = try await answer { done throws(LogError) in
            do {
                let notPruned = { (error: LogError) in
                    self.log.error("could not delete older snapshots", metadata: ["error": "\(error)"])
                }
                try SnapshotUpload(of: draft, at: row.position, to: log, while: { true }, notPruned, done: done).start()
            } catch {
                throw LogError(.failing, "\(error)")
            }
        }
        let isMade = try await makeStream(from: row, epoch: summary.epoch, settings)
        guard isMade else { throw Self.taken(settings.name) }
        // From here on the stream is the truth, and this store one of its workers'.
        _ = try replacement.accept(startsNewEpoch: false)
        let aside = try replacement.finish()
        return "brought \(service.name.rawValue) into the stream '\(settings.name)': \(summary.lastEntry) writes, event"
            + " \(summary.lastSequence), epoch \(summary.epoch)\(aside.map { "; the former data are in \($0)" } ?? "")"
    }

    private static func taken(_ stream: String) -> WorkerError {
        WorkerError(
            .configuration,
            "the log has a stream '\(stream)' already: name another with --stream, or delete it with gateway cluster forget"
        )
    }
}
