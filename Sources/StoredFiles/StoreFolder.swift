internal import Glibc
internal import Journal
internal import Platform

/// An open folder of a store, locked until nobody holds it any more: no other thread or process changes what is in it.
///
/// The lock belongs to the open folder, and every call opens its own, so it holds between threads as well.
final class StoreFolder {
    let path: String
    private let descriptor: CInt

    /// Opens and locks a folder; waits until nobody else has it, which takes as long as storing or sweeping a file.
    init(locking path: String) throws(StorageError) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw StorageError(errno: errno, doing: "cannot open \(path)") }
        do throws(FileSystemError) { try FileLock.wait(descriptor, path: path) } catch {
            throw StorageError(error)
        }
    }

    deinit { _ = close(descriptor) }

    /// The names in it, in no order.
    func names() throws(StorageError) -> [String] {
        // Closing the list closes its descriptor too, so it gets one of its own.
        guard let list = unsafe opendir(path) else {
            throw StorageError(errno: errno, doing: "cannot list \(path)")
        }
        defer { unsafe closedir(list) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(list) else { break }
            unsafe names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
            )
        }
        guard errno == 0 else { throw StorageError(errno: errno, doing: "cannot list \(path)") }
        return names
    }

    /// What is known of a regular file; `nil` when there is none of this name.
    func status(of name: String) throws(StorageError) -> FileStatus? {
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            guard errno == ENOENT else { throw StorageError(errno: errno, doing: "cannot read \(path)/\(name)") }
            return nil
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileStatus(bytes: Int(status.st_size), changed: status.st_mtim.tv_sec)
    }

    /// Writes a new file and makes its bytes durable, but not its name.
    ///
    /// - Throws: ``StorageError``; then there is no such file.
    func create(_ name: String, bytes: [UInt8]) throws(StorageError) {
        do throws(FileSystemError) {
            try DurableFile.create("\(path)/\(name)", bytes: bytes)
        } catch {
            throw StorageError(error)
        }
    }

    /// Gives a file its final name, in the place of one that may have it.
    func rename(_ name: String, to final: String) throws(StorageError) {
        guard unsafe renameat(descriptor, name, descriptor, final) == 0 else {
            let failure = StorageError(errno: errno, doing: "cannot name \(path)/\(final)")
            _ = unsafe unlinkat(descriptor, name, 0)
            throw failure
        }
    }

    /// Gives a file the present time, so that a sweep takes it for new.
    func renew(_ name: String) throws(StorageError) {
        guard unsafe utimensat(descriptor, name, nil, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw StorageError(errno: errno, doing: "cannot renew \(path)/\(name)")
        }
    }

    /// Removes a file that may be there no more.
    func remove(_ name: String) throws(StorageError) {
        guard unsafe unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw StorageError(errno: errno, doing: "cannot remove \(path)/\(name)")
        }
    }

    /// Makes the names durable.
    func sync() throws(StorageError) {
        do throws(FileSystemError) { try DurableFile.syncDirectory(path) } catch { throw StorageError(error) }
    }
}

/// What a store knows of one of its files.
struct FileStatus {
    /// Its length.
    let bytes: Int
    /// When it was written or renewed, in seconds since 1970.
    let changed: Int
}
