internal import Cryptography
internal import Glibc
internal import Messages
internal import Platform
internal import WireJSON

/// One file of a backup, as its manifest names it.
struct BackupFile: Sendable, Hashable, JSONWritable {
    /// Its path in the backup, such as `juice.sqlite`.
    let path: String
    let size: Int
    /// SHA-256, 64 lower-case hexadecimal digits.
    let hash: String

    init(path: String, size: Int, hash: String) {
        self.path = path
        self.size = size
        self.hash = hash
    }

    /// Reads an entry; `nil` when it is none, or leads out of the backup.
    init?(_ node: JSONNode) {
        guard let path = node["path"]?.string, let size = node["size"]?.integer, let hash = node["sha256"]?.string,
            size >= 0, !path.utf8.contains(0), !path.hasPrefix("/"),
            path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ !["", ".", ".."].contains($0) })
        else { return nil }
        self.init(path: path, size: size, hash: hash)
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("path", path)
        writer.member("size", size)
        writer.member("sha256", hash)
        writer.endObject()
    }
}

extension BackupFile {
    /// Describes a file as it is now, and makes it durable.
    init(syncing path: String, in directory: String) throws(BackupError) {
        self = try Self.read("\(directory)/\(path)", as: path, into: nil)
    }

    /// Copies a file of this description, durably.
    ///
    /// - Throws: ``BackupError`` `unusable` when it is gone, or is not what was described; a part may have been written.
    func copy(from directory: String, to destination: String) throws(BackupError) {
        let found = try Self.read("\(directory)/\(path)", as: path, into: destination)
        guard found == self else {
            throw BackupError(.unusable, "\(directory)/\(path) is not what was backed up: it was torn or changed")
        }
    }

    /// Copies any file, durably, and describes it.
    static func copying(_ source: String, as path: String, to directory: String) throws(BackupError) -> BackupFile {
        try read(source, as: path, into: "\(directory)/\(path)")
    }

    /// Reads a file to its end, and writes what it reads to another one if there is to be one.
    private static func read(_ source: String, as path: String, into copy: String?) throws(BackupError) -> BackupFile {
        let input = open(source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard input >= 0 else {
            if errno == ENOENT { throw BackupError(.unusable, "\(source) is missing") }
            throw BackupError("cannot open \(source)", errno: errno)
        }
        defer { _ = close(input) }
        let output = copy.map { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        if let output, output < 0 { throw BackupError("cannot make \(copy ?? "")", errno: errno) }
        defer { if let output { _ = close(output) } }
        var digest = SHA256()
        var size = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(input, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw BackupError("cannot read \(source)", errno: errno) }
            guard count > 0 else { break }
            size += count
            digest.add(buffer.span.extracting(..<count))
            if let output, let copy { try append(buffer[..<count], to: output, path: copy) }
        }
        // A file that was just made by someone else may not be durable either.
        guard fsync(output ?? input) == 0 else {
            throw BackupError("cannot sync \(copy ?? source)", errno: errno)
        }
        return BackupFile(path: path, size: size, hash: Hexadecimal.text(of: digest.finish().span))
    }

    private static func append(_ bytes: ArraySlice<UInt8>, to output: Int32, path: String) throws(BackupError) {
        do throws(FileSystemError) {
            try DurableFile.append(bytes, to: output, path: path)
        } catch {
            throw BackupError(.file, error.message)
        }
    }
}
