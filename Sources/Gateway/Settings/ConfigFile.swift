internal import Glibc

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
            throw UsageError("\(path.printable) is no file")
        }
        // It names who is talked to: whoever can change it could put himself in between.
        guard status.st_uid == geteuid() || status.st_uid == 0, status.st_mode & 0o022 == 0 else {
            throw UsageError("\(path.printable) can be changed by others; mend it with: chmod go-w \(path.printable)")
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

    /// Writes a file; directories that are missing are made for the user alone.
    ///
    /// - Parameter isReplacing: Whether one that is there may be replaced.
    /// - Throws: ``UsageError``; the old file is untouched then.
    static func write(_ bytes: [UInt8], to path: String, isReplacing: Bool) throws(UsageError) {
        try makeDirectory(of: path)
        let draft = "\(path).\(getpid()).new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("cannot write", draft) }
        defer {
            close(descriptor)
            unlink(draft)
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("cannot write", draft) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw failure("cannot write", draft) }
        guard (isReplacing ? rename(draft, path) : link(draft, path)) == 0 else { throw failure("cannot write", path) }
    }

    /// Makes the directories above a file, those that are missing, for the user alone.
    static func makeDirectory(of path: String) throws(UsageError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let directory = String(path[..<slash])
        guard access(directory, F_OK) != 0 else { return }
        try makeDirectory(of: directory)
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw failure("cannot make", directory) }
    }

    static func failure(_ action: String, _ path: String) -> UsageError {
        UsageError("\(action) \(path.printable): \(SystemError.text(errno))")
    }
}
