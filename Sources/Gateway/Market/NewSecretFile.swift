internal import Glibc

/// A new file for a secret, which only the user may read.
///
/// It is made before the secret is asked for: a secret is issued once, and it must not be lost because its file cannot be
/// written.
final class NewSecretFile {
    private let path: String
    private let descriptor: Int32

    /// Makes the file.
    ///
    /// - Throws: ``UsageError`` when there is one already, or it cannot be made.
    init(_ path: String) throws(UsageError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw UsageError("cannot make \(path.printable): \(SystemError.text(errno))")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Puts the secret in it, as a line, durably.
    func fill(with secret: String) throws(OutputError) {
        var rest = Array("\(secret)\n".utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .failed(count == 0 ? EIO : errno) }
            rest = rest.dropFirst(count)
        }
        // Some file systems, and files that are none, cannot be synced, and say so.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .failed(errno) }
        syncDirectory()
    }

    /// Takes the file away again.
    func remove() {
        unlink(path)
    }

    /// Without it a loss of power could take the name away again; the secret itself is on the disk.
    private func syncDirectory() {
        let slash = path.lastIndex(of: "/")
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let directory = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }
}
