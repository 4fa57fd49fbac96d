internal import Glibc

/// A file that is read or written part by part, because it is too large for memory.
package final class PartFile {
    private let path: String
    private let descriptor: CInt

    /// Opens a file to be read.
    ///
    /// - Throws: ``FileSystemError`` when it cannot be opened.
    package init(reading path: String) throws(FileSystemError) {
        descriptor = try Self.open(path, flags: O_RDONLY)
        self.path = path
    }

    /// Makes a file, in place of one that is there; for its owner alone.
    ///
    /// - Throws: ``FileSystemError`` when it cannot be made.
    package init(writing path: String) throws(FileSystemError) {
        // Not truncated: a link, or a file that others have open, must not be written through.
        unsafe unlink(path)
        descriptor = try Self.open(path, flags: O_WRONLY | O_CREAT | O_EXCL)
        self.path = path
    }

    private static func open(_ path: String, flags: CInt) throws(FileSystemError) -> CInt {
        let descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileSystemError(number: errno, doing: "cannot open \(path)") }
        return descriptor
    }

    deinit { Glibc.close(descriptor) }

    /// The next bytes; fewer than asked for, or none, only at the end.
    package func read(atMost count: Int) throws(FileSystemError) -> [UInt8] {
        var failure: CInt = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = unsafe Glibc.read(descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                guard got > 0 else { return }
                filled += got
            }
        }
        guard failure == 0 else { throw FileSystemError(number: failure, doing: "cannot read \(path)") }
        return bytes
    }

    /// Adds bytes at the end; not durable yet.
    package func append(_ bytes: [UInt8]) throws(FileSystemError) {
        try DurableFile.append(bytes, to: descriptor, path: path)
    }
}
