internal import Glibc
internal import SystemPackage

/// Small files that decide something: read only when nobody but the user and root can have written them.
package enum TrustedFile {
    /// Reads a file, without a byte order mark before it; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - path: Where.
    ///   - limit: The most bytes; a larger file is none of ours.
    ///   - isSecret: Whether its owner and group alone may be able to read it.
    /// - Throws: ``FileSystemError`` when it cannot be read, is too large, or others can change it, or read a secret.
    package static func read(_ path: String, atMost limit: Int, isSecret: Bool = false) throws(FileSystemError)
        -> [UInt8]?
    {
        // Without waiting: a pipe of that name would never open.
        let descriptor = unsafe open(TypedPath.existing(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno != ENOENT else { return nil }
            throw FileSystemError(number: errno, doing: "cannot read \(path)")
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileSystemError(.failed(.invalidArgument), "\(path) is not a regular file")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0, status.st_mode & 0o022 == 0 else {
            throw FileSystemError(.openToOthers, "\(path) can be changed by others; fix it with: chmod go-w \(path)")
        }
        guard !isSecret || status.st_mode & 0o004 == 0 else {
            throw FileSystemError(.openToOthers, "\(path) can be read by others; fix it with: chmod o-r \(path)")
        }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let result = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
            }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw FileSystemError(number: errno, doing: "cannot read \(path)") }
            guard result > 0 else { break }
            count += result
        }
        guard count <= limit else { throw FileSystemError(.failed(.fileTooLarge), "\(path) is too large") }
        return Array(bytes[..<count].dropFirst(ByteOrderMark.length(before: bytes[..<count])))
    }
}

/// What tells a file from what it was before: which one it is, its size, and when it was last changed.
package struct FileStamp: Sendable, Hashable {
    private let text: String

    /// That of the file at a path; `nil` when there is none, or nobody can look at it.
    package init?(of path: String) {
        guard let status = try? Stat(FilePath(path)).rawValue else { return nil }
        // The change of its rights counts too, and nobody can set that time.
        let changed = "\(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
        text = "\(status.st_dev).\(status.st_ino).\(status.st_size).\(changed)"
    }
}
