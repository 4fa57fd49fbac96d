internal import Glibc
internal import Platform

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
        do throws(FileSystemError) {
            _ = try SecureDirectory(existing: path, called: "run directory")
        } catch {
            guard error.number == ENOENT else { throw UsageError(error.message) }
        }
    }
}
