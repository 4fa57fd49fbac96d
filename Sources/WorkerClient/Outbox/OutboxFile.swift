internal import Glibc
internal import Platform

/// One file of unfinished writes, held by this run of the gateway: its lock says that the run still goes on.
///
/// Belongs to one thread at a time.
final class OutboxFile {
    let path: String
    private let descriptor: Int32
    /// Bytes of whole, noted records.
    private(set) var size: Int

    private init(path: String, descriptor: Int32, size: Int) {
        self.path = path
        self.descriptor = descriptor
        self.size = size
    }

    deinit {
        // Gives the lock back with it.
        close(descriptor)
    }

    /// Makes a new file and holds it.
    static func create(in directory: OutboxDirectory) throws(OutboxError) -> OutboxFile {
        while true {
            // Keys grow with time, and no two runs make the same.
            let path = "\(directory.path)/\(IdempotencyKey.make())\(OutboxDirectory.ending)"
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw OutboxError(path, errno: errno) }
            // Waits for someone who is just looking whether it is held.
            let file = OutboxFile(path: path, descriptor: descriptor, size: 0)
            do throws(FileSystemError) { try FileLock.wait(descriptor, path: path) } catch {
                throw OutboxError(error.message)
            }
            // A process that looked may have taken it for one that a crash left empty, and removed it.
            guard FileLock.isName(path, of: descriptor) else { continue }
            do throws(OutboxError) {
                try directory.sync()
            } catch {
                file.remove()
                throw error
            }
            return file
        }
    }

    /// Takes over the file of a run that is over; `nil` when the run goes on, or someone else is at it.
    static func takeOver(_ path: String) -> (file: OutboxFile, content: OutboxContent)? {
        let descriptor = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        guard (try? FileLock.take(descriptor, path: path)) == true else {
            close(descriptor)
            return nil
        }
        let content = OutboxContent(bytes(of: descriptor))
        let file = OutboxFile(path: path, descriptor: descriptor, size: content.size)
        guard FileLock.isName(path, of: descriptor) else { return nil }
        // A line that a crash cut short is taken away, or the next would go on in it.
        ftruncate(descriptor, off_t(content.size))
        return (file, content)
    }

    /// Reads a file without holding it: what it says, and whether its run goes on.
    static func look(at path: String) -> (content: OutboxContent, isHeld: Bool)? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let isHeld = (try? FileLock.take(descriptor, path: path, isShared: true)) != true
        return (OutboxContent(bytes(of: descriptor)), isHeld)
    }

    /// Adds records; all of them or none.
    ///
    /// - Parameter isDurable: Whether they must survive a loss of power before this returns.
    func append(_ records: [OutboxRecord], isDurable: Bool) throws(OutboxError) {
        let bytes = records.flatMap(\.line)
        do throws(OutboxError) {
            do throws(FileSystemError) {
                try DurableFile.append(bytes, to: descriptor, path: path)
            } catch {
                throw OutboxError(error.message)
            }
            if isDurable, fdatasync(descriptor) != 0 { throw OutboxError(path, errno: errno) }
        } catch {
            // A full disk may have taken a part.
            ftruncate(descriptor, off_t(size))
            throw error
        }
        size += bytes.count
    }

    /// Removes the file: nothing in it is unfinished.
    func remove() {
        unlink(path)
    }

    private static func bytes(of descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes.append(contentsOf: buffer[..<count])
        }
    }
}
