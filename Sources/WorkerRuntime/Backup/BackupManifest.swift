internal import FoundationEssentials
internal import Journal
internal import Messages
internal import Platform
internal import SQLiteJournal
internal import WireJSON

/// What a backup says of itself: whose it is, how far it goes, and every file with its hash.
struct BackupManifest: Sendable, Hashable {
    static let name = "backup.json"
    /// Grows when an older program could no longer understand a backup.
    private static let format = 1

    let service: ServiceName
    let store: StoreSummary
    /// When it was made, in milliseconds since 1970-01-01 UTC.
    let time: Int
    let files: [BackupFile]

    init(service: ServiceName, store: StoreSummary, time: Int, files: [BackupFile]) {
        self.service = service
        self.store = store
        self.time = time
        self.files = files
    }

    /// Reads the manifest of a backup.
    ///
    /// - Throws: ``BackupError`` when there is none, it cannot be understood, or is of another service.
    init(of service: ServiceName, in directory: String) throws(BackupError) {
        let path = "\(directory)/\(Self.name)"
        guard let data = FileManager.default.contents(atPath: path) else {
            throw BackupError(.place, "\(directory) holds no backup of \(service.rawValue): \(path) cannot be read")
        }
        let limits = JSONLimits(bytes: Int(Int32.max), depth: 16, members: 64)
        guard let root = try? JSONReader(limits: limits).read([UInt8](data)) else {
            throw BackupError(.unusable, "\(path) is torn or no manifest of a backup")
        }
        guard let format = root["format"]?.integer, format == Self.format else {
            throw BackupError(.unusable, "\(path) is no manifest that this version understands")
        }
        guard root["service"]?.string == service.rawValue else {
            let other = root["service"]?.string ?? "nobody"
            throw BackupError(.unusable, "\(directory) is a backup of \(other), not of \(service.rawValue)")
        }
        guard let epoch = root["epoch"]?.string, let entry = root["writes"]?.integer,
            let sequence = root["sequence"]?.integer, let last = root["lasttime"]?.integer,
            let time = root["time"]?.integer, let list = root["files"]
        else { throw BackupError(.unusable, "\(path) lacks a member") }
        self.init(
            service: service,
            store: StoreSummary(epoch: epoch, lastEntry: entry, lastSequence: sequence, lastTime: last),
            time: time,
            files: list.elements.compactMap { BackupFile($0) }
        )
        guard list.kind == .array, files.count == list.count, files.contains(where: { $0.path == database }) else {
            throw BackupError(.unusable, "\(path) names files that no backup has")
        }
    }

    /// The database's file in the backup.
    var database: String { "\(service.rawValue).sqlite" }

    /// The files below one of the directories that belong to the store, by their paths in the backup.
    func files(below directory: String) -> [BackupFile] {
        files.filter { $0.path.hasPrefix("\(directory)/") }
    }

    /// Writes the manifest into a directory.
    func write(in directory: String) throws(BackupError) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("format", Self.format)
        writer.member("service", service.rawValue)
        writer.member("version", ServiceIdentity.suiteVersion)
        writer.member("time", time)
        writer.member("epoch", store.epoch)
        writer.member("writes", store.lastEntry)
        writer.member("sequence", store.lastSequence)
        writer.member("lasttime", store.lastTime)
        writer.array("files", of: files) { writer, file in writer.value(file) }
        writer.endObject()
        do throws(FileSystemError) {
            try DurableFile.create("\(directory)/\(Self.name)", bytes: writer.bytes + [UInt8(ascii: "\n")])
        } catch {
            throw BackupError(.file, error.message)
        }
    }
}
