internal import Glibc
internal import Platform

/// Small files of the user's own: read when nobody else can have written them, and written whole or not at all.
enum ConfigFile {
    /// Larger files are none of ours.
    private static let maxBytes = 65_536

    /// Reads a file; `nil` when there is none.
    ///
    /// - Throws: ``UsageError`` when it cannot be read, or others can change it.
    static func read(_ path: String) throws(UsageError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno != ENOENT else { return nil }
            throw failure("cannot read", path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw UsageError("\(path.printable) is not a regular file")
        }
        // It names who is talked to: whoever can change it could put himself in between.
        guard status.st_uid == geteuid() || status.st_uid == 0, status.st_mode & 0o022 == 0 else {
            throw UsageError("\(path.printable) can be changed by others; fix it with: chmod go-w \(path.printable)")
        }
        var bytes = [UInt8](repeating: 0, count: maxBytes + 1)
        var count = 0
        while count < bytes.count {
            let result = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw failure("cannot read", path) }
            guard result > 0 else { break }
            count += result
        }
        guard count <= maxBytes else { throw UsageError("\(path.printable) is too large") }
        return Array(bytes[..<count])
    }

    /// Writes a file, durably; directories that are missing are made for the user alone.
    ///
    /// - Parameter isReplacing: Whether one that is there may be replaced.
    /// - Throws: ``UsageError``; the old file is still there then, unless only its directory could not be synced.
    static func write(_ bytes: [UInt8], to path: String, isReplacing: Bool) throws(UsageError) {
        try makeDirectory(of: path)
        do throws(FileSystemError) {
            try DurableFile.write(bytes, to: path, isReplacing: isReplacing)
        } catch {
            throw UsageError(error.message.printable)
        }
    }

    /// Makes the directories above a file, those that are missing, for the user alone.
    static func makeDirectory(of path: String) throws(UsageError) {
        do throws(FileSystemError) {
            try SecureDirectory.make(SecureDirectory.parent(of: path))
        } catch {
            throw UsageError(error.message.printable)
        }
    }

    static func failure(_ action: String, _ path: String) -> UsageError {
        UsageError("\(action) \(path.printable): \(SystemError.text(errno))")
    }
}
