internal import CZMQ

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Files that hold keys: read only when nobody else can have written them, or read them if they are secret.
enum KeyFile {
    /// Who else may touch a file.
    enum Privacy {
        /// Others may read it.
        case published
        /// Nobody but its owner.
        case secret
    }

    /// Larger files hold no keys.
    private static let largest = 4096

    /// Lends the contents of a file; the copy in memory is overwritten afterwards.
    ///
    /// The descriptor that is read is the one that was checked: no other file can take its place in between.
    ///
    /// - Throws: ``ZMQError`` with `keyFile` and the path, or what `body` threw, with the path put before it.
    static func withContents<R>(
        of path: String,
        privacy: Privacy,
        body: (borrowing Span<UInt8>) throws(ZMQError) -> R
    ) throws(ZMQError) -> R {
        guard !path.utf8.contains(0) else { throw ZMQError(.keyFile, "a path contains a NUL") }
        // Without O_NONBLOCK a pipe of that name would make the program wait forever.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure("cannot open", path: path, errno: errno) }
        defer { close(descriptor) }
        try check(descriptor, path: path, privacy: privacy)
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: largest + 1)
        unsafe buffer.initialize(repeating: 0)
        defer {
            if let base = buffer.baseAddress { unsafe CZMQ_forget(base, buffer.count) }
            unsafe buffer.deallocate()
        }
        let count = try unsafe readAll(descriptor, into: buffer, path: path)
        guard count <= largest else { throw ZMQError(.keyFile, "\(path) is too large for a file of keys") }
        do {
            return try unsafe body(Span(_unsafeElements: UnsafeBufferPointer(buffer)).extracting(0..<count))
        } catch {
            throw ZMQError(error.code, "\(path): \(error.message)", errno: error.errno)
        }
    }

    /// Makes a file that did not exist, whole or not at all, and durable.
    ///
    /// - Throws: ``ZMQError`` with `keyFile`; a file that exists is never touched.
    static func create(_ path: String, privacy: Privacy, text: borrowing Span<UInt8>) throws(ZMQError) {
        guard !path.utf8.contains(0) else { throw ZMQError(.keyFile, "a path contains a NUL") }
        let draft = "\(path).\(getpid()).new"
        let mode: mode_t = privacy == .secret ? 0o600 : 0o644
        let descriptor = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure("cannot make", path: draft, errno: errno) }
        defer {
            close(descriptor)
            unsafe unlink(draft)
        }
        var written = 0
        while written < text.count {
            let rest = text.extracting(written..<text.count)
            let result = unsafe rest.withUnsafeBufferPointer { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard result > 0 else { throw failure("cannot write", path: draft, errno: errno) }
            written += result
        }
        guard fsync(descriptor) == 0 else { throw failure("cannot write", path: draft, errno: errno) }
        // Unlike a renaming, this never replaces a file: two that make the same cannot both succeed.
        guard unsafe link(draft, path) == 0 else { throw failure("cannot make", path: path, errno: errno) }
        syncDirectory(of: path)
    }

    private static func check(_ descriptor: CInt, path: String, privacy: Privacy) throws(ZMQError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure("cannot look at", path: path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw ZMQError(.keyFile, "\(path) is no file") }
        let user = geteuid()
        let isOwned = status.st_uid == user || privacy == .published && status.st_uid == 0
        guard isOwned else {
            throw ZMQError(.keyFile, "\(path) belongs to user \(status.st_uid), not to \(user)")
        }
        switch privacy {
        case .secret where status.st_mode & 0o077 != 0:
            throw ZMQError(.keyFile, "\(path) is open to others; close it with: chmod 600 \(path)")
        case .published where status.st_mode & 0o022 != 0:
            throw ZMQError(.keyFile, "\(path) can be changed by others; close it with: chmod go-w \(path)")
        default:
            break
        }
    }

    private static func readAll(
        _ descriptor: CInt,
        into buffer: UnsafeMutableBufferPointer<UInt8>,
        path: String
    ) throws(ZMQError) -> Int {
        var count = 0
        while count < buffer.count {
            let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
            let result = unsafe read(descriptor, rest.baseAddress, rest.count)
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw failure("cannot read", path: path, errno: errno) }
            if result == 0 { break }
            count += result
        }
        return count
    }

    /// Without it a loss of power could take the name of the new file away again; the file itself is on the disk.
    private static func syncDirectory(of path: String) {
        let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    static func failure(_ action: String, path: String, errno number: CInt) -> ZMQError {
        ZMQError(.keyFile, "\(action) \(path): \(unsafe String(cString: strerror(number)))", errno: number)
    }
}
