internal import Platform
package import ReplicatedLog

/// Fetches a snapshot into a file, part by part, each checked.
package final class SnapshotDownload {
    private let log: any ReplicatedLog
    private let snapshot: Snapshot
    private let file: PartFile
    private let done: (Result<Void, LogError>) -> Void
    private var summaries: [SnapshotPart.Summary] = []

    /// - Parameters:
    ///   - path: Where it goes; what is there is replaced.
    ///   - done: Called once. Whatever has come is no store unless it succeeded.
    /// - Throws: ``FileSystemError`` when the file cannot be made.
    package init(
        of snapshot: Snapshot,
        from log: any ReplicatedLog,
        to path: String,
        _ done: @escaping (Result<Void, LogError>) -> Void
    ) throws {
        file = try PartFile(writing: path)
        (self.log, self.snapshot, self.done) = (log, snapshot, done)
    }

    /// Begins.
    package func start() {
        guard snapshot.format == SnapshotUpload.format else {
            return done(
                .failure(LogError(.newerSchema, "The snapshot at \(snapshot.position) has format \(snapshot.format)"))
            )
        }
        next()
    }

    private func next() {
        guard summaries.count < snapshot.parts else { return finish() }
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
                next()
            }
        }
    }

    private func finish() {
        let found = Snapshot(
            position: snapshot.position,
            writer: snapshot.writer,
            format: snapshot.format,
            of: summaries
        )
        guard found == snapshot else {
            return done(
                .failure(LogError(.damaged, "The snapshot at \(snapshot.position) does not fit its checksum"))
            )
        }
        done(.success(()))
    }
}
