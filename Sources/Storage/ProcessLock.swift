import Glibc

/// A lock file that one process at a time can hold, and that says who does.
///
/// The kernel drops the lock with the process, however it ends, so a file left behind by a crash locks nobody out.
public final class ProcessLock {
    /// The lock file's path.
    public let path: String
    private var descriptor: Int32?

    /// Takes the lock or refuses at once; never waits.
    ///
    /// - Parameters:
    ///   - path: The lock file; its directory must exist.
    ///   - owner: Who asks, such as `juice-service`. The file then reads `pid 1234 juice-service`.
    /// - Throws: ``StorageError`` with `locked` naming the holder, or why the file could not be made.
    public init(path: String, owner: String) throws(StorageError) {
        self.path = path
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw StorageError(errno: errno, doing: "cannot open the lock file \(path)") }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let reason = errno
                let holder = Self.text(of: descriptor)
                _ = Glibc.close(descriptor)
                guard reason == EWOULDBLOCK else {
                    throw StorageError(errno: reason, doing: "cannot lock \(path)")
                }
                throw StorageError(.locked(holder: holder), "\(path) is held by \(holder)")
            }
            // The last holder may have removed the file between our open and our flock: then we hold a file without
            // a name, and the next process would make and lock a new one beside us.
            guard Self.isName(path, of: descriptor) else {
                _ = Glibc.close(descriptor)
                continue
            }
            do throws(StorageError) {
                try Self.write("pid \(getpid()) \(owner)\n", to: descriptor, path: path)
            } catch {
                unlink(path)
                _ = Glibc.close(descriptor)
                throw error
            }
            self.descriptor = descriptor
            return
        }
    }

    deinit { release() }

    /// Gives the lock back and removes the file; releasing again does nothing.
    public func release() {
        guard let descriptor else { return }
        self.descriptor = nil
        // Removed while still locked: afterwards it could be the file of the next holder.
        unlink(path)
        _ = Glibc.close(descriptor)
    }

    private static func isName(_ path: String, of descriptor: Int32) -> Bool {
        var held = stat()
        var named = stat()
        guard fstat(descriptor, &held) == 0, lstat(path, &named) == 0 else { return false }
        return held.st_dev == named.st_dev && held.st_ino == named.st_ino
    }

    private static func write(_ line: String, to descriptor: Int32, path: String) throws(StorageError) {
        let bytes = Array(line.utf8)
        // Written over the old line before it is cut to length, so that a reader never finds the file empty.
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count, ftruncate(descriptor, off_t(bytes.count)) == 0
        else { throw StorageError(errno: errno, doing: "cannot write the lock file \(path)") }
    }

    private static func text(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
        return line.isEmpty ? "another process" : String(decoding: line, as: UTF8.self)
    }
}
