package import Platform
package import ReplicatedLog

/// Fetches a snapshot into a file, part by part, each checked.
package final class SnapshotDownload {
    private let log: any ReplicatedLog
    private let snapshot: Snapshot
    private let file: PartFile
    private var summaries: [SnapshotPart.Summary] = []

    /// - Parameter path: Where it goes; what is there is replaced.
    /// - Throws: ``FileSystemError`` when the file cannot be made.
    package init(of snapshot: Snapshot, from log: any ReplicatedLog, to path: String) throws(FileSystemError) {
        file = try PartFile(writing: path)
        (self.log, self.snapshot) = (log, snapshot)
    }

    /// Begins, once.
    ///
    /// - Parameter done: Called once. Whatever has come is no store unless it succeeded.
    package func start(_ done: @escaping (Result<Void, LogError>) -> Void) {
        guard snapshot.format == SnapshotUpload.format else {
            return done(
                .failure(LogError(.newerSchema, "The snapshot at \(snapshot.position) has format \(snapshot.format)"))
            )
        }
        next(done)
    }

    private func next(_ done: @escaping (Result<Void, LogError>) -> Void) {
        guard summaries.count < snapshot.parts else { return done(check()) }
        log.readPart(summaries.count + 1, of: snapshot) { [self] result in
            switch result {
            case .failure(let error): done(.failure(error))
            case .success(let part):
                do throws(FileSystemError) {
                    try file.append(part.bytes)
                } catch {
                    return done(.failure(LogError(.failing, error.message)))
                }
                summaries.append(part.summary)
                next(done)
            }
        }
    }

    private func check() -> Result<Void, LogError> {
        let found = Snapshot(
            position: snapshot.position,
            writer: snapshot.writer,
            format: snapshot.format,
            of: summaries
        )
        guard found == snapshot else {
            return .failure(LogError(.damaged, "The snapshot at \(snapshot.position) does not fit its checksum"))
        }
        return .success(())
    }
}
