internal import Glibc
internal import Platform
internal import ZeroMQ

/// The file of a unix socket, which only this user may connect to, and behind a proxy its group too.
///
/// It stands where nobody else could put one in its place. One that was left behind is replaced, but no other file, and not that of a
/// process that runs.
struct SocketFile {
    private let path: String
    private let lock: LockFile

    /// Makes room for it.
    ///
    /// - Throws: ``SocketFileError`` with what is wrong with the place.
    init(at path: String) throws(SocketFileError) {
        self.path = path
        do throws(ZMQError) { try ZMQEndpoint.ipc(path: path).requirePrivate() } catch {
            throw SocketFileError(message: error.message)
        }
        do throws(FileSystemError) { lock = try LockFile(path: "\(path).lock", owner: "web-gateway") } catch {
            throw SocketFileError(message: error.message)
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            lock.release()
            throw SocketFileError(message: "there is a file that is no socket; name another path, or move it away")
        }
        unlink(path)
    }

    /// Has all files that are made from now on be for this user alone: a socket has its rights from its first moment on.
    static func closeToOthers() { umask(0o077) }

    /// Says who may connect to a socket that was bound.
    ///
    /// - Parameter isBehindProxy: Whether the group of its directory, or of this process, may: the proxy is another user.
    static func open(_ path: String, isBehindProxy: Bool) { chmod(path, isBehindProxy ? 0o660 : 0o600) }

    /// Removes it, at the end.
    func remove() {
        unlink(path)
        lock.release()
    }
}

/// Why there can be no socket at a path.
struct SocketFileError: Error {
    let message: String
}
