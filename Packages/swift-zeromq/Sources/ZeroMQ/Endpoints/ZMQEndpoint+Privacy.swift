#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension ZMQEndpoint {
    /// Refuses an ipc endpoint at which another user could put a socket in place of ours.
    ///
    /// Every directory on the way to it has to belong to the user or to root, and nobody else may write there, as sshd(8)
    /// asks of its files; but for the last one, also where everybody may write and delete only what is their own (the
    /// sticky bit, as of `/tmp`). Links on the way have to be the user's or root's. What does not exist is no danger.
    ///
    /// - Throws: ``ZMQError`` with `insecureEndpoint`, which says what to change, or with `invalidEndpoint`.
    public func requirePrivate() throws(ZMQError) {
        guard case .ipc(let path) = try validated() else { return }
        var places = Self.directories(above: Self.absolute(path))
        guard let last = places.last else { return }
        // Where a link leads has to be as safe as what the link is in.
        if let resolved = unsafe realpath(last, nil) {
            places += Self.directories(above: unsafe String(cString: resolved) + "/socket")
            unsafe free(resolved)
        }
        let holders = Set([places.last, last].compactMap(\.self))
        for place in places { try check(place, holdsSocket: holders.contains(place)) }
    }

    /// Refuses an ipc endpoint whose path is that of a file which is no socket.
    func requireNoOtherFile() throws(ZMQError) {
        guard case .ipc(let path) = self else { return }
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK else { return }
        throw ZMQError(.addressInUse, "\(self): there is a file that is no socket; name another path, or move it away")
    }

    private func check(_ directory: String, holdsSocket: Bool) throws(ZMQError) {
        var status = stat()
        // What is missing makes `bind` fail and `connect` wait.
        guard unsafe lstat(directory, &status) == 0 else { return }
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            throw insecure("\(directory) belongs to user \(status.st_uid)")
        }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_mode & 0o022 != 0 else { return }
        guard status.st_mode & S_ISVTX != 0, !holdsSocket else {
            throw insecure("others may write to \(directory); close it with: chmod go-w \(directory)")
        }
    }

    private func insecure(_ reason: String) -> ZMQError {
        ZMQError(.insecureEndpoint, "\(self): another user could put a socket in its place, because \(reason)")
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let current = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(current) }
        return unsafe String(cString: current) + "/" + path
    }

    /// Each directory that the path leads through, from the root on.
    private static func directories(above path: String) -> [String] {
        var directories = ["/"]
        for part in path.split(separator: "/").dropLast() {
            directories.append(directories.count == 1 ? "/\(part)" : "\(directories[directories.count - 1])/\(part)")
        }
        return directories
    }
}
