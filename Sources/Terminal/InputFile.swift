internal import Glibc
package import Platform

package enum InputFile {
    /// Opens a file to read it piece by piece, and closes it after `body`.
    ///
    /// - Throws: ``UsageError`` when it cannot be opened or is a directory, or what `body` threw.
    package static func withFile<R>(_ path: String, perform body: (Int32) async throws -> R) async throws -> R {
        let file = try open(path)
        defer { close(file) }
        return try await body(file)
    }

    /// Reads a whole file, as it is.
    ///
    /// - Throws: ``UsageError`` when it cannot be read or has more than `limit` bytes.
    package static func read(_ path: String, limit: Int) throws(UsageError) -> [UInt8] {
        let file = try open(path)
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw UsageError("cannot read \(path.printable): \(SystemError.text(errno))")
            }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= limit else { throw UsageError("\(path.printable) has more than \(limit) bytes") }
        }
    }

    /// How many bytes an open file has; `nil` for what is no regular file, such as a pipe.
    package static func size(of file: Int32) -> Int? {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    private static func open(_ path: String) throws(UsageError) -> Int32 {
        let file = Glibc.open(TypedPath.existing(path), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw UsageError("cannot open \(path.printable): \(SystemError.text(errno))") }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            close(file)
            throw UsageError("\(path.printable) is a directory; name a file")
        }
        return file
    }
}
