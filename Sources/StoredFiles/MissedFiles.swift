internal import Journal
internal import Synchronization

/// Files that somebody has asked for, and that are not there.
final class MissedFiles: Sendable {
    /// Nobody may ever take them.
    private static let maxCount = 256
    private let files = Mutex<Set<FileHash>>([])

    func add(_ hash: FileHash) {
        files.withLock { if $0.count < Self.maxCount { $0.insert(hash) } }
    }

    func take() -> [FileHash] {
        files.withLock { files in
            defer { files = [] }
            return Array(files)
        }
    }
}
