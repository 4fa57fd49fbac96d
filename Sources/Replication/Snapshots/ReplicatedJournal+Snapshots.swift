internal import Glibc
package import Journal
internal import Platform
internal import ReplicatedLog
import SQLiteJournal
internal import Synchronization

extension ReplicatedJournal {
    package func makeSnapshotIfDue(
        every rows: Int,
        offload: @escaping StreamOffload,
        report: @escaping (Result<Int, StorageError>) -> Void
    ) {
        // Never the active: its disk and its connection are what callers wait for.
        guard isReplica, !isMakingSnapshot, status.position - newestSnapshot >= rows else { return }
        isMakingSnapshot = true
        let report = { [self] (result: Result<Int, StorageError>) in
            if case .failure = result { snapshotFailures += 1 }
            report(result)
        }
        log.listSnapshots { [self] found in
            // Another replica may have made one meanwhile.
            if case .success(let snapshots) = found { newestSnapshot = snapshots.first?.position ?? 0 }
            guard isReplica, case .success = found, status.position - newestSnapshot >= rows else {
                isMakingSnapshot = false
                if isReplica, case .failure(let error) = found {
                    report(.failure(StorageError(.failing, error.description)))
                }
                return
            }
            copy(by: offload, report: report)
        }
    }

    private var isReplica: Bool { status.part == .replica }

    /// Copies the store on another thread, next to its use.
    private func copy(by offload: StreamOffload, report: @escaping (Result<Int, StorageError>) -> Void) {
        let path = store.copyPath
        let outcome = CopyOutcome()
        offload(outcome.running(store.copying(to: path))) { [self] in
            let copied = outcome.take()
            switch copied {
            case .success(let summary):
                guard let position = summary.appliedRow?.position, !isClosed else { return finish(path) }
                upload(path, at: position, report: report)
            case .failure(let error): end(path, .failure(error), report: report)
            case nil: finish(path)
            }
        }
    }

    private func upload(_ path: String, at position: Int, report: @escaping (Result<Int, StorageError>) -> Void) {
        do throws(FileSystemError) {
            let mayGoOn = { [weak self] in self.map { $0.isReplica && !$0.isClosed } ?? false }
            let notPruned = { (error: LogError) in report(.failure(StorageError(.failing, error.description))) }
            try SnapshotUpload(of: path, at: position, to: log, while: mayGoOn, notPruned) { [self] result in
                if case .success = result { newestSnapshot = position }
                end(path, result.map(\.position).mapError { StorageError(.failing, $0.description) }, report: report)
            }.start()
        } catch {
            end(path, .failure(StorageError(.failing, error.message)), report: report)
        }
    }

    private func end(_ path: String, _ result: Result<Int, StorageError>, report: (Result<Int, StorageError>) -> Void) {
        finish(path)
        report(result)
    }

    private func finish(_ path: String) {
        isMakingSnapshot = false
        unsafe unlink(path)
    }
}

/// Carries what a copy came to from the thread that made it to the owner's.
private final class CopyOutcome: Sendable {
    private let result = Mutex<Result<StoreSummary, StorageError>?>(nil)

    func running(
        _ copy: @escaping @Sendable () throws(StorageError) -> StoreSummary
    ) -> @Sendable () -> Void {
        {
            let made = Result { () throws(StorageError) in try copy() }
            self.result.withLock { $0 = made }
        }
    }

    func take() -> Result<StoreSummary, StorageError>? { result.withLock { $0 } }
}
