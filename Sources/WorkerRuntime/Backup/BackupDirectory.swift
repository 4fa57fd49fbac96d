internal import FoundationEssentials
internal import Glibc
internal import Platform

/// What backups and restores do with directories.
enum BackupDirectory {
    /// Makes a directory of the user's own and its parents; they are durable only after ``sync(_:)`` of what they are in.
    static func make(_ path: String) throws(FileSystemError) {
        try SecureDirectory.make(path, isDurable: false)
    }

    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Removes a directory with everything in it; one that is not there is no error.
    static func remove(_ path: String) throws(BackupError) {
        guard exists(path) else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw BackupError(.file, "cannot remove \(path): \(reason(of: error))")
        }
    }

    /// The regular files below a directory, by their paths in it; none where there is no directory.
    ///
    /// What is written next to a file before it gets its name is not part of a store: names that begin with a dot, or end
    /// in `.new`, are left out, and so is everything that is neither file nor directory.
    static func files(in path: String) throws(BackupError) -> [String] {
        guard exists(path) else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw BackupError(.file, "cannot read the directory \(path): \(reason(of: error))")
        }
        var files: [String] = []
        for name in names.sorted() where !name.hasPrefix(".") && !name.hasSuffix(".new") {
            var status = stat()
            // Gone meanwhile: nobody needs it any more.
            guard lstat("\(path)/\(name)", &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: files.append(name)
            case S_IFDIR: files += try Self.files(in: "\(path)/\(name)").map { "\(name)/\($0)" }
            default: break
            }
        }
        return files
    }

    /// Makes the names in a directory, and in every directory below it, durable.
    static func sync(_ path: String) throws(FileSystemError) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names {
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
            try sync("\(path)/\(name)")
        }
        try DurableFile.syncDirectory(path)
    }

    /// What the system said of a call of `FileManager`.
    private static func reason(of error: any Error) -> String {
        ((error as? CocoaError)?.underlying as? POSIXError).map { SystemError.text($0.code.rawValue) } ?? "\(error)"
    }
}
