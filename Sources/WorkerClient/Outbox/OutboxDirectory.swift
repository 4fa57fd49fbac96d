internal import Glibc

/// The directory of unfinished writes: a file for each run of the gateway that has some.
///
/// Names of files grow with the time they were made. Params may be private, so nobody else may look in.
package struct OutboxDirectory: Sendable {
    static let ending = ".ndjson"

    package let path: String

    /// Makes the directory if it is missing, durably, with mode 0700.
    ///
    /// - Throws: ``OutboxError`` when that fails, or somebody else could read or change what is in it.
    package func prepare() throws(OutboxError) {
        var missing: [String] = []
        var ancestor = path[...]
        while !ancestor.isEmpty, access(String(ancestor), F_OK) != 0, let slash = ancestor.lastIndex(of: "/") {
            missing.append(String(ancestor))
            ancestor = ancestor[..<slash]
        }
        for directory in missing.reversed() {
            guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
                throw OutboxError(directory, errno: errno)
            }
            // A name is durable with the directory it stands in.
            try Self.sync(String(directory[..<(directory.lastIndex(of: "/") ?? directory.startIndex)]))
        }
        try check()
    }

    /// The files there are, oldest first; none where there is no directory.
    ///
    /// - Throws: ``OutboxError`` when it is there and cannot be read, or is not the user's own.
    func files() throws(OutboxError) -> [String] {
        guard let stream = opendir(path) else {
            guard errno != ENOENT else { return [] }
            throw OutboxError(path, errno: errno)
        }
        defer { closedir(stream) }
        try check()
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(Self.ending) { names.append(name) }
        }
        return names.sorted().map { "\(path)/\($0)" }
    }

    /// Makes the names in the directory durable.
    func sync() throws(OutboxError) {
        try Self.sync(path)
    }

    private static func sync(_ directory: String) throws(OutboxError) {
        let directory = directory.isEmpty ? "/" : directory
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw OutboxError(directory, errno: errno) }
        defer { close(descriptor) }
        // Some file systems cannot sync a directory, and say so.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw OutboxError(directory, errno: errno) }
    }

    private func check() throws(OutboxError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw OutboxError(path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw OutboxError("\(path) is no directory")
        }
        guard status.st_uid == geteuid() else {
            throw OutboxError("\(path) belongs to user \(status.st_uid), not to you (\(geteuid()))")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw OutboxError("\(path) is open to others; close it with: chmod 700 \(path)")
        }
    }
}
