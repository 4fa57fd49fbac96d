import Glibc
import Journal
import Platform

extension StoreFiles {
    /// Says that a replacement of the store is in progress; no store is opened while it is there.
    var replacing: String { "\(directory)/\(name).restoring" }

    /// Whether a replacement was cut short.
    var isReplacing: Bool { unsafe access(replacing, F_OK) == 0 }

    /// Marks the store as being replaced, durably.
    func beginReplacing() throws(StorageError) {
        let descriptor = unsafe open(replacing, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError(errno: errno, doing: "cannot make \(replacing)") }
        _ = close(descriptor)
        try Self.sync(directory)
    }

    /// Takes the mark away, durably.
    func endReplacing() throws(StorageError) {
        guard unsafe unlink(replacing) == 0 else {
            throw StorageError(errno: errno, doing: "cannot remove \(replacing)")
        }
        try Self.sync(directory)
    }

    /// Moves everything of the present store into a new directory next to it.
    ///
    /// - Returns: The directory; `nil` when there was nothing to move.
    func setAside(_ directories: [String]) throws(StorageError) -> String? {
        let names = ["\(name).sqlite", "\(name).sqlite-wal", "\(name).sqlite-shm"] + directories
        let present = names.filter { unsafe access("\(directory)/\($0)", F_OK) == 0 }
        guard !present.isEmpty else { return nil }
        let aside = try makeAside()
        for name in present { try rename("\(directory)/\(name)", to: "\(aside)/\(name)") }
        try Self.sync(aside)
        try Self.sync(directory)
        return aside
    }

    /// Renames a file or a directory; one that is not there is no error.
    func rename(_ path: String, to other: String) throws(StorageError) {
        guard unsafe Glibc.rename(path, other) == 0 || errno == ENOENT else {
            throw StorageError(errno: errno, doing: "cannot move \(path) to \(other)")
        }
    }

    /// Makes what was written to a file, or named in a directory, durable.
    static func sync(_ path: String) throws(StorageError) {
        try StorageError.of { () throws(FileSystemError) in try DurableFile.sync(path) }
    }

    private func makeAside() throws(StorageError) -> String {
        var now = time(nil)
        var broken = unsafe tm()
        unsafe gmtime_r(&now, &broken)
        var text = [CChar](repeating: 0, count: 32)
        unsafe strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &broken)
        let moment = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        let stem = "\(directory)/\(name).replaced-\(moment)"
        // Two within one second get different names.
        for suffix in [""] + (2...99).map({ "-\($0)" }) {
            if unsafe mkdir(stem + suffix, 0o700) == 0 { return stem + suffix }
            guard errno == EEXIST else { break }
        }
        throw StorageError(errno: errno, doing: "cannot make the directory \(stem)")
    }
}
