internal import Glibc

/// The directory that holds a suite's sockets and locks.
///
/// Whoever can write there can take a service's place, so it must be the user's own and closed to everybody else.
package struct RunDirectory: Sendable, Hashable {
    /// Where it is.
    package let path: String

    /// Creates the directory with mode 0700 when it is missing, and checks it otherwise.
    ///
    /// - Throws: ``WorkerError`` when it is a link, no directory, another user's, or open to others.
    package init(preparing path: String) throws(WorkerError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw WorkerError(.runDirectory, "the run directory has no name")
        }
        var absolute = path
        while absolute.count > 1, absolute.hasSuffix("/") { absolute.removeLast() }
        self.path = absolute
        Self.createParents(of: absolute)
        if mkdir(absolute, 0o700) != 0, errno != EEXIST {
            throw WorkerError(.runDirectory, "cannot create the run directory \(absolute): \(Self.reason(errno))")
        }
        var status = stat()
        guard lstat(absolute, &status) == 0 else {
            throw WorkerError(.runDirectory, "cannot look at the run directory \(absolute): \(Self.reason(errno))")
        }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFDIR else {
            let what = kind == S_IFLNK ? "a link" : "no directory"
            throw WorkerError(.runDirectory, "the run directory \(absolute) is \(what); name another, or remove it")
        }
        guard status.st_uid == geteuid() else {
            throw WorkerError(
                .runDirectory,
                "the run directory \(absolute) belongs to user \(status.st_uid), not to \(geteuid()); name another"
            )
        }
        guard status.st_mode & 0o077 == 0 else {
            throw WorkerError(
                .runDirectory,
                "the run directory \(absolute) is open to others; close it with: chmod 700 \(absolute)"
            )
        }
    }

    /// A path inside the directory.
    package func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Parents are made as a shell would (the user's umask decides); only the directory itself is held to 0700.
    private static func createParents(of path: String) {
        var index = path.startIndex
        while let slash = path[index...].dropFirst().firstIndex(of: "/") {
            mkdir(String(path[..<slash]), 0o777)
            index = slash
        }
    }

    private static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
