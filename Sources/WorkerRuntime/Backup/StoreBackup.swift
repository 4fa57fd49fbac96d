internal import Journal
internal import Messages
internal import Platform
internal import SQLiteJournal
internal import WorkerEngine

/// Copies a service's store into a directory, and puts it back from there.
///
/// A backup of a service is a directory of its name: the database, the further directories that belong to the store, and a
/// manifest with the hash of every file. It has that name only when it is complete and durable.
struct StoreBackup {
    let service: ServiceName
    let store: SQLiteJournalConfiguration
    /// The names of directories next to the database that belong to the store.
    ///
    /// A file in them never changes and outlives
    /// its last mention in the database by an hour, so copied after the database they have everything it names.
    let directories: [String]

    /// Makes a backup, also while the service runs.
    ///
    /// - Parameters:
    ///   - root: The directory for backups; this one is made in it.
    ///   - time: The present time in milliseconds since 1970-01-01 UTC.
    /// - Returns: Where it is, and how far it goes.
    /// - Throws: ``BackupError``, ``StorageError`` or ``FileSystemError``; nothing has then the backup's name.
    func make(in root: String, time: Int) throws -> (path: String, summary: StoreSummary) {
        let path = "\(root)/\(service.rawValue)"
        let partial = "\(root)/.\(service.rawValue).partial"
        try SecureDirectory.make(root)
        let lock = try LockFile(path: "\(root)/.\(service.rawValue).lock", owner: service.program)
        defer { lock.release() }
        guard !BackupDirectory.exists(path) else {
            throw BackupError(.place, "\(path) is there already, and no backup is written over: name another directory")
        }
        // Of one that was cut short.
        try BackupDirectory.remove(partial)
        do {
            try BackupDirectory.make(partial)
            let summary = try fill(partial, time: time)
            try DurableFile.rename(partial, to: path)
            return (path, summary)
        } catch {
            try? BackupDirectory.remove(partial)
            throw error
        }
    }

    /// Puts a backup in the place of the present store, which is kept next to it.
    ///
    /// - Parameters:
    ///   - root: The directory for backups.
    ///   - acceptsOlder: Whether a present store that has later writes than the backup may be replaced.
    ///   - isTrial: Whether to do everything but the replacing: what a restore would refuse is refused, and nothing changes.
    /// - Returns: How far the restored store goes, and the directory in which the former one is, if there was one.
    /// - Throws: ``BackupError``, ``StorageError`` or ``FileSystemError``; unless it says that the restore has to be run again, nothing has
    ///   changed.
    func restore(
        from root: String,
        acceptsOlder: Bool,
        isTrial: Bool = false
    ) throws -> (summary: StoreSummary, aside: String?) {
        let path = "\(root)/\(service.rawValue)"
        let manifest = try BackupManifest(of: service, in: path)
        let replacement = try StoreReplacement(of: store)
        defer {
            replacement.close()
            for directory in directories { try? BackupDirectory.remove(draft(directory)) }
        }
        if !acceptsOlder, let present = replacement.present(), present.isNewer(than: manifest.store) {
            throw BackupError(
                .older,
                "the store in \(store.directory) has later writes (\(Self.extent(present))) than the backup "
                    + "(\(Self.extent(manifest.store))), and they would be set aside with it: say --accept-older if that is meant"
            )
        }
        for file in manifest.files where file.path == manifest.database {
            try file.copy(from: path, to: replacement.draft)
        }
        let summary = try replacement.accept()
        guard summary.lastEntry == manifest.store.lastEntry, summary.lastSequence == manifest.store.lastSequence else {
            throw BackupError(.unusable, "\(path) holds another store than its manifest says")
        }
        for directory in directories {
            try BackupDirectory.remove(draft(directory))
            try BackupDirectory.make(draft(directory))
            for file in manifest.files(below: directory) {
                let target = draft(directory) + file.path.dropFirst(directory.count)
                try BackupDirectory.make(SecureDirectory.parent(of: target))
                try file.copy(from: path, to: target)
            }
            try BackupDirectory.sync(draft(directory))
        }
        return (summary, isTrial ? nil : try replacement.finish(with: directories))
    }

    /// How far a store goes, for people.
    static func extent(_ store: StoreSummary) -> String {
        let last = store.lastTime > 0 ? ", the last at \(Timestamp.text(store.lastTime))" : ""
        return "\(store.lastEntry) \(store.lastEntry == 1 ? "write" : "writes")\(last)"
    }

    private func draft(_ directory: String) -> String {
        "\(store.directory)/\(directory).new"
    }

    private func fill(_ partial: String, time: Int) throws -> StoreSummary {
        let database = "\(service.rawValue).sqlite"
        let summary = try StoreCopy.make(of: store, at: "\(partial)/\(database)")
        var files = [try BackupFile(syncing: database, in: partial)]
        for directory in directories {
            for file in try BackupDirectory.files(in: "\(store.directory)/\(directory)") {
                let path = "\(directory)/\(file)"
                try BackupDirectory.make(SecureDirectory.parent(of: "\(partial)/\(path)"))
                // Swept meanwhile, it is one that the database has not named for long.
                guard BackupDirectory.exists("\(store.directory)/\(path)") else { continue }
                files.append(try BackupFile.copying("\(store.directory)/\(path)", as: path, to: partial))
            }
        }
        try BackupManifest(service: service, store: summary, time: time, files: files).write(in: partial)
        try BackupDirectory.sync(partial)
        return summary
    }
}
