package import Platform
package import ReplicatedLog

/// Stores a copy of a store in the log, part by part, and then deletes what the newest two snapshots make needless.
package final class SnapshotUpload {
    /// The format of a snapshot: the file of a store, as SQLite has it.
    static let format: UInt16 = 1
    /// Small enough that another call of the log does not wait for long behind one.
    static let partBytes = 4 << 20
    /// The newest, and one before it for the case that it turns out to be of no use.
    private static let kept = 2

    private let log: any ReplicatedLog
    private let file: PartFile
    private let position: Int
    private let mayGoOn: () -> Bool
    private let notPruned: (LogError) -> Void
    private let done: (Result<Snapshot, LogError>) -> Void
    private var summaries: [SnapshotPart.Summary] = []

    /// - Parameters:
    ///   - path: The copy; it may be removed once this is made.
    ///   - position: The row at which the copy was made.
    ///   - mayGoOn: Asked before each part.
    ///   - notPruned: Gets why what the snapshot makes needless could not be deleted; called before ``done``.
    ///   - done: Called once, with the snapshot when others can see it.
    package init(
        of path: String,
        at position: Int,
        to log: any ReplicatedLog,
        while mayGoOn: @escaping () -> Bool,
        _ notPruned: @escaping (LogError) -> Void,
        done: @escaping (Result<Snapshot, LogError>) -> Void
    ) throws(FileSystemError) {
        file = try PartFile(reading: path)
        (self.log, self.position, self.mayGoOn) = (log, position, mayGoOn)
        (self.notPruned, self.done) = (notPruned, done)
    }

    /// Begins, once.
    package func start() {
        guard mayGoOn() else { return done(.failure(LogError(.closed, "The worker has something else to do"))) }
        let bytes: [UInt8]
        do throws(FileSystemError) {
            bytes = try file.read(atMost: Self.partBytes)
        } catch {
            return done(.failure(LogError(.failing, error.message)))
        }
        guard !bytes.isEmpty else { return complete() }
        let part = SnapshotPart(bytes, number: summaries.count + 1, position: position)
        summaries.append(part.summary)
        log.storePart(part) { [self] result in
            switch result {
            case .success: start()
            case .failure(let error): done(.failure(error))
            }
        }
    }

    private func complete() {
        let snapshot = Snapshot(position: position, writer: log.identity.writer, format: Self.format, of: summaries)
        log.completeSnapshot(snapshot) { [self] result in
            switch result {
            case .success(.completed): pruneSnapshots(behind: snapshot)
            case .success(.incomplete): done(.failure(LogError(.damaged, "A part of the snapshot is missing")))
            case .failure(let error): done(.failure(error))
            }
        }
    }

    private func pruneSnapshots(behind snapshot: Snapshot) {
        log.pruneSnapshots(keeping: Self.kept) { [self] pruned in
            if case .failure(let error) = pruned { notPruned(error) }
            log.listSnapshots { [self] found in
                if case .failure(let error) = found { notPruned(error) }
                guard case .success(let kept) = found, kept.count == Self.kept, let oldest = kept.last else {
                    return done(.success(snapshot))
                }
                // The row of the snapshot itself stays: who comes from there compares it.
                prune(before: oldest.position, behind: snapshot)
            }
        }
    }

    private func prune(before position: Int, behind snapshot: Snapshot) {
        log.prune(before: position) { [self] result in
            if case .failure(let error) = result { notPruned(error) }
            guard case .success(.pruned(_, isMoreLeft: true)) = result, mayGoOn() else {
                return done(.success(snapshot))
            }
            prune(before: position, behind: snapshot)
        }
    }
}
