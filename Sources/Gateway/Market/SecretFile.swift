internal import Glibc
internal import Platform

/// A file with nothing but a secret in it.
enum SecretFile {
    private static let maxBytes = 4_096

    /// Reads the secret; a line end behind it and a byte order mark before it do not count.
    ///
    /// - Throws: ``UsageError`` when the file cannot be read, is someone else's, or can be read by others.
    static func read(_ path: String) throws(UsageError) -> String {
        let name = path.printable
        let file = open(TypedPath.existing(path), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard file >= 0 else { throw UsageError("cannot open \(name): \(SystemError.text(errno))") }
        defer { close(file) }
        // Of the open file, not of the name: nobody can exchange it in between.
        var status = stat()
        guard fstat(file, &status) == 0 else { throw UsageError("cannot look at \(name): \(SystemError.text(errno))") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw UsageError("\(name) is no file") }
        guard status.st_uid == geteuid() else { throw UsageError("\(name) belongs to another user") }
        guard status.st_mode & 0o077 == 0 else {
            throw UsageError("\(name) can be read or changed by others: chmod 600 \(RepeatCommand.quoted(path))")
        }
        var bytes = [UInt8](repeating: 0, count: maxBytes + 1)
        let count = Glibc.read(file, &bytes, bytes.count)
        guard count >= 0 else { throw UsageError("cannot read \(name): \(SystemError.text(errno))") }
        let written = bytes[..<count].dropFirst(ByteOrderMark.length(before: bytes[..<count]))
        guard count <= maxBytes, let text = String(validating: written, as: UTF8.self) else {
            throw UsageError("\(name) has something else than a secret in it")
        }
        let lines = text.split(whereSeparator: \.isNewline)
        guard lines.count == 1, let secret = lines.first else {
            throw UsageError("\(name) must have exactly one line, the secret")
        }
        return String(secret)
    }
}
