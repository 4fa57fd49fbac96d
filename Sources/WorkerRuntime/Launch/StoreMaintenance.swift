internal import Journal
internal import Messages
internal import SQLiteJournal
internal import WorkerEngine

/// What can be done with a service's durable data instead of serving them.
enum StoreMaintenance: Sendable, Hashable {
    /// Copy them into a directory.
    case backup(to: String)
    /// Put a copy in their place.
    case restore(from: String, acceptsOlder: Bool)
    /// See whether a copy could be put in their place.
    case checkRestore(from: String, acceptsOlder: Bool)

    /// Does it.
    ///
    /// - Returns: What was done, in one sentence.
    /// - Throws: ``BackupError`` or ``StorageError``.
    func perform(of service: some WorkerService, _ configuration: SQLiteJournalConfiguration) throws -> String {
        let backup = StoreBackup(service: service.name, store: configuration, directories: service.storeDirectories)
        let name = service.name.rawValue
        switch self {
        case .backup(let root):
            let (path, summary) = try backup.make(in: root, time: Moment.now().wall)
            return "backed up \(name): \(StoreBackup.extent(summary)); in \(path)"
        case .checkRestore(let root, let acceptsOlder):
            let (summary, _) = try backup.restore(from: root, acceptsOlder: acceptsOlder, isTrial: true)
            return "could be restored: \(name): \(StoreBackup.extent(summary)), epoch \(summary.epoch)"
        case .restore(let root, let acceptsOlder):
            let (summary, aside) = try backup.restore(from: root, acceptsOlder: acceptsOlder)
            let former = aside.map { "; the former data are in \($0)" } ?? ""
            return "restored \(name): \(StoreBackup.extent(summary)), epoch \(summary.epoch)\(former)"
        }
    }
}
