import Glibc

/// A lock file that one process at a time can hold, and that says who does.
///
/// The kernel drops the lock with the process, however it ends, so a file left behind by a crash locks nobody out.
package final class ProcessLock {
    /// The lock file's path.
    package let path: String
    /// The file as this holder has written it; `nil` when that cannot be told.
    ///
    /// By its inode and the time of its last change, which nobody can set. A holder that is killed leaves the file so,
    /// and anything that is done to it afterwards gives it another stamp.
    let stamp: String?
    /// The file as it was found; the stamp of the last holder, if that has not given the lock back.
    let leftStamp: String?
    private var descriptor: Int32?

    /// Takes the lock or refuses at once; never waits.
    ///
    /// - Parameters:
    ///   - path: The lock file; its directory must exist.
    ///   - owner: Who asks, such as `juice-service`. The file then reads `pid 1234 juice-service`.
    /// - Throws: ``StorageError`` with `locked` naming the holder, or why the file could not be made.
    package init(path: String, owner: String) throws(StorageError) {
        self.path = path
        while true {
            let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
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
            leftStamp = Self.stamp(of: descriptor)
            do throws(StorageError) {
                try Self.write("pid \(getpid()) \(owner)\n", to: descriptor, path: path)
            } catch {
                unsafe unlink(path)
                _ = Glibc.close(descriptor)
                throw error
            }
            stamp = Self.stamp(of: descriptor)
            self.descriptor = descriptor
            return
        }
    }

    deinit { release() }

    /// Gives the lock back and removes the file; releasing again does nothing.
    package func release() { release(leavingFile: false) }

    /// - Parameter leavingFile: As the end of the process by a signal does.
    func release(leavingFile: Bool) {
        guard let descriptor else { return }
        self.descriptor = nil
        // Removed while still locked: afterwards it could be the file of the next holder.
        if !leavingFile { unsafe unlink(path) }
        _ = Glibc.close(descriptor)
    }

    private static func stamp(of descriptor: Int32) -> String? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        return "\(status.st_ino).\(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
    }

    private static func isName(_ path: String, of descriptor: Int32) -> Bool {
        var held = stat()
        var named = stat()
        guard unsafe fstat(descriptor, &held) == 0, unsafe lstat(path, &named) == 0 else { return false }
        return held.st_dev == named.st_dev && held.st_ino == named.st_ino
    }

    private static func write(_ line: String, to descriptor: Int32, path: String) throws(StorageError) {
        let bytes = Array(line.utf8)
        // Written over the old line before it is cut to length, so that a reader never finds the file empty.
        guard unsafe pwrite(descriptor, bytes, bytes.count, 0) == bytes.count,
            ftruncate(descriptor, off_t(bytes.count)) == 0
        else { throw StorageError(errno: errno, doing: "cannot write the lock file \(path)") }
    }

    private static func text(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        let line = bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
        return line.isEmpty ? "another process" : String(decoding: line, as: UTF8.self)
    }
}
