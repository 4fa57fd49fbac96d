internal import Glibc
internal import Platform
internal import Terminal

/// A new file for a secret, which only the user may read.
///
/// It is made before the secret is asked for: a secret is issued once, and it must not be lost because its file cannot be
/// written.
final class NewSecretFile {
    private let path: String
    private let descriptor: Int32

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
        do throws(FileSystemError) {
            try DurableFile.append("\(secret)\n".utf8, to: descriptor, path: path)
            try DurableFile.sync(descriptor, path: path, policy: .ifPossible)
            // The user has named the place, and a secret is issued once: it is not given up because its name may get lost.
            try DurableFile.syncDirectory(SecureDirectory.parent(of: path), policy: .ifPossible)
        } catch {
            throw .failed(error.number ?? EIO)
        }
    }

    func remove() {
        unlink(path)
    }
}
