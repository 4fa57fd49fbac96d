internal import Glibc
internal import SystemPackage

/// A lock file that one process at a time can hold, and that says who does.
///
/// The kernel drops the lock with the process, however it ends, so a file left behind by a crash locks nobody out.
package final class LockFile {
    package let path: String
    /// The file as this holder has written it; `nil` when that cannot be told.
    ///
    /// By its inode and the time of its last change, which nobody can set. A holder that is killed leaves the file so,
    /// and anything that is done to it afterwards gives it another stamp.
    package let stamp: String?
    /// The file as it was found; the stamp of the last holder, if that has not given the lock back.
    package let leftStamp: String?
    private var file: FileDescriptor?

    /// Takes the lock or refuses at once.
    ///
    /// - Parameters:
    ///   - path: The lock file; its directory must exist.
    ///   - owner: Who asks, such as `juice-service`. The file then reads `pid 1234 juice-service`; `nil` writes nothing, which needs no
    ///     room on the disk.
    /// - Throws: ``FileSystemError`` with `locked` naming the holder, or why the file could not be made.
    package init(path: String, owner: String?) throws(FileSystemError) {
        self.path = path
        while true {
            let file = try Self.open(path)
            do throws(FileSystemError) {
                guard try FileLock.take(file.rawValue, path: path) else {
                    let holder = Self.text(of: file)
                    throw FileSystemError(.locked(holder: holder), "\(path) is held by \(holder)")
                }
            } catch {
                close(file.rawValue)
                throw error
            }
            // The last holder may have removed the file between our open and our flock: then we hold a file without
            // a name, and the next process would make and lock a new one beside us.
            guard FileLock.isName(path, of: file.rawValue) else {
                close(file.rawValue)
                continue
            }
            leftStamp = Self.stamp(of: file)
            do throws(FileSystemError) {
                if let owner { try Self.write("pid \(getpid()) \(owner)\n", to: file, path: path) }
            } catch {
                unsafe unlink(path)
                close(file.rawValue)
                throw error
            }
            stamp = Self.stamp(of: file)
            self.file = file
            return
        }
    }

    deinit { release() }

    /// Gives the lock back and removes the file; releasing again does nothing.
    ///
    /// - Parameter leavingFile: Whether the file stays, as after the end of the process by a signal.
    package func release(leavingFile: Bool = false) {
        guard let file else { return }
        self.file = nil
        // Removed while still locked: afterwards it could be the file of the next holder.
        if !leavingFile { unsafe unlink(path) }
        close(file.rawValue)
    }

    private static func open(_ path: String) throws(FileSystemError) -> FileDescriptor {
        do {
            return try FileDescriptor.open(
                FilePath(path),
                .readWrite,
                options: [.create, .noFollow, .closeOnExec],
                permissions: .ownerReadWrite
            )
        } catch {
            throw FileSystemError(error, doing: "cannot open the lock file \(path)")
        }
    }

    private static func stamp(of file: FileDescriptor) -> String? {
        guard let status = try? Stat(file).rawValue else { return nil }
        return "\(status.st_ino).\(status.st_ctim.tv_sec).\(status.st_ctim.tv_nsec)"
    }

    private static func write(_ line: String, to file: FileDescriptor, path: String) throws(FileSystemError) {
        do {
            // Written over the old line before it is cut to length, so that a reader never finds the file empty.
            let count = try file.writeAll(toAbsoluteOffset: 0, line.utf8)
            guard ftruncate(file.rawValue, off_t(count)) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            throw FileSystemError(error, doing: "cannot write the lock file \(path)")
        }
    }

    private static func text(of file: FileDescriptor) -> String {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            (try? unsafe file.read(fromAbsoluteOffset: 0, into: buffer)) ?? 0
        }
        let line = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }
        return line.isEmpty ? "another process" : String(decoding: line, as: UTF8.self)
    }
}

/// The lock that an open file or directory has in the kernel, until it is closed.
///
/// It belongs to the opening, so it holds between the threads of a process as well.
package enum FileLock {
    /// Takes the lock, which one opening can have; waits until nobody else has it.
    ///
    /// - Throws: ``FileSystemError`` when the system has none to give.
    package static func wait(_ descriptor: CInt, path: String) throws(FileSystemError) {
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw FileSystemError(Errno(rawValue: errno), doing: "cannot lock \(path)") }
        }
    }

    /// Takes the lock if nobody has it.
    ///
    /// - Parameter isShared: Whether others may have it too, if they share it.
    /// - Returns: Whether it is taken.
    /// - Throws: ``FileSystemError`` when the system has none to give.
    package static func take(
        _ descriptor: CInt,
        path: String,
        isShared: Bool = false
    ) throws(FileSystemError) -> Bool {
        guard flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0 else { return true }
        guard errno == EWOULDBLOCK else { throw FileSystemError(Errno(rawValue: errno), doing: "cannot lock \(path)") }
        return false
    }

    /// Whether an open file still has its name: somebody may have removed it between its opening and its locking.
    package static func isName(_ path: String, of descriptor: CInt) -> Bool {
        guard let held = try? Stat(FileDescriptor(rawValue: descriptor)),
            let named = try? Stat(FilePath(path), followTargetSymlink: false)
        else { return false }
        return held.deviceID == named.deviceID && held.inode == named.inode
    }
}
