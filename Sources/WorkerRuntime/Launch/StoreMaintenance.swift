internal import Messages
internal import Storage

/// What can be done with a service's durable data instead of serving them.
enum StoreMaintenance: Sendable, Hashable {
    /// Copy them into a directory.
    case backup(to: String)
    /// Put a copy in their place.
    case restore(from: String, acceptsOlder: Bool)

    /// Does it.
    ///
    /// - Parameters:
    ///   - service: Whose data.
    ///   - configuration: Where they are.
    /// - Returns: What was done, in one sentence.
    /// - Throws: ``BackupError`` or ``StorageError``.
    func perform(of service: some WorkerService, _ configuration: SQLiteJournalConfiguration) throws -> String {
        let backup = StoreBackup(service: service.name, store: configuration, directories: service.storeDirectories)
        let name = service.name.rawValue
        switch self {
        case .backup(let root):
            let (path, summary) = try backup.make(in: root, time: Moment.now().wall)
            return "backed up \(name): \(StoreBackup.extent(summary)); in \(path)"
        case .restore(let root, let acceptsOlder):
            let (summary, aside) = try backup.restore(from: root, acceptsOlder: acceptsOlder)
            let former = aside.map { "; the former data are in \($0)" } ?? ""
            return "restored \(name): \(StoreBackup.extent(summary)), epoch \(summary.epoch)\(former)"
        }
    }
}
