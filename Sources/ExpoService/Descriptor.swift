import Glibc
import Platform

/// An open file or directory, closed when nobody holds it any more.
final class Descriptor {
    private let number: Int32

    private init(opened number: Int32) throws(FileError) {
        guard number >= 0 else { throw FileError(errno: errno) }
        self.number = number
    }

    deinit { close(number) }

    convenience init(directory path: String) throws(FileError) {
        try self.init(opened: open(TypedPath.existing(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    /// Opens a directory within this one, but no link.
    ///
    /// - Parameter name: Its name, without a slash.
    func folder(_ name: String) throws(FileError) -> Descriptor {
        try Descriptor(opened: openat(number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
    }

    /// The names in this directory that are text.
    func names() throws(FileError) -> [String] {
        // A descriptor of its own, which the stream closes.
        let copy = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw FileError(errno: errno) }
        guard let stream = fdopendir(copy) else {
            close(copy)
            throw FileError(errno: errno)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name { names.append(name) }
        }
        return names
    }

    /// Opens a regular file within this directory.
    ///
    /// - Parameters:
    ///   - name: Its name, without a slash.
    ///   - followsLinks: Whether it may be a link to somewhere else.
    func file(_ name: String, followsLinks: Bool) throws(FileError) -> Descriptor {
        // Without O_NONBLOCK a pipe of that name would stop the service until someone writes to it.
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
        let file = try Descriptor(opened: openat(number, name, flags))
        guard try file.status().st_mode & S_IFMT == S_IFREG else {
            throw FileError(.wrongKind, "it is no regular file")
        }
        return file
    }

    /// Reads everything from where it is to the end.
    ///
    /// - Parameter limit: The most bytes it may have.
    /// - Throws: ``FileError``, `tooLarge` with its size when it has more.
    func bytes(atMost limit: Int) throws(FileError) -> [UInt8] {
        let size = Int(try status().st_size)
        guard size <= limit else { throw FileError(.tooLarge(bytes: size), "it has \(size) bytes, at most \(limit)") }
        var failure: FileError?
        // One more than it has shows whether it has grown meanwhile.
        let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
            while count < buffer.count, let address = buffer.baseAddress {
                let got = read(number, address + count, buffer.count - count)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = FileError(errno: errno) }
                guard got > 0 else { return }
                count += got
            }
        }
        if let failure { throw failure }
        guard bytes.count <= size else { throw FileError(.system, "it changed while it was read") }
        return bytes
    }

    private func status() throws(FileError) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw FileError(errno: errno) }
        return status
    }
}

/// Why a file or directory could not be read.
struct FileError: Error, Hashable, CustomStringConvertible {
    enum Code: Hashable {
        /// There is nothing of this name.
        case missing
        /// It is not the kind of file that was wanted; a link counts as such where none may be followed.
        case wrongKind
        /// It has more bytes than wanted.
        case tooLarge(bytes: Int)
        /// The system refused.
        case system
    }

    let code: Code
    /// What is wrong, without the name.
    let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    /// What the system said.
    init(errno number: Int32) {
        switch number {
        case ENOENT: self.init(.missing, "there is no such file")
        // A link in the last place is ELOOP with O_NOFOLLOW, and ENOTDIR with O_DIRECTORY besides.
        case ELOOP: self.init(.wrongKind, "it is a link, which is not followed")
        case ENOTDIR: self.init(.wrongKind, "it is no directory")
        default: self.init(.system, String(cString: strerror(number)))
        }
    }
}
