internal import Glibc

/// Where the services' sockets are.
enum RunDirectory {
    /// The directory that the environment names, else the user's own.
    static func path(_ environment: Environment, user: uid_t) -> String {
        if let named = environment["JANGTEO_RUN_DIR"] { return named }
        if let runtime = environment["XDG_RUNTIME_DIR"] { return "\(runtime)/jangteo" }
        return "\(environment["TMPDIR"] ?? "/tmp")/jangteo-\(user)"
    }

    /// The path without closing slashes, which would make `lstat` follow a link.
    static func trimmed(_ path: String) -> String {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return path
    }

    /// Refuses a directory in which somebody else could have put the sockets; one that is missing is no danger.
    static func check(_ path: String) throws(UsageError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else {
                throw UsageError("cannot look at the run directory \(path): \(SystemError.text(errno))")
            }
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: break
        case S_IFLNK: throw UsageError("the run directory \(path) is a link; name the directory itself")
        default: throw UsageError("the run directory \(path) is no directory; name another with --run-dir")
        }
        guard status.st_uid == geteuid() else {
            throw UsageError(
                "the run directory \(path) belongs to user \(status.st_uid), not to you (\(geteuid())); "
                    + "name another with --run-dir"
            )
        }
        guard status.st_mode & 0o077 == 0 else {
            throw UsageError("the run directory \(path) is open to others; close it with: chmod 700 \(path)")
        }
    }
}
