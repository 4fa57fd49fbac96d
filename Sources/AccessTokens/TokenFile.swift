internal import Glibc
internal import Platform

/// The file of tokens: a line for each, with its hash.
package enum TokenFile {
    /// What it is called in the user's configuration directory.
    package static let usualName = "tokens"
    /// Room for six thousand tokens.
    private static let largest = 1 << 20

    /// Reads a file; `nil` when there is none.
    ///
    /// - Throws: ``TokenError`` when it cannot be read, others can change it, or a line is wrong.
    package static func read(_ path: String) throws(TokenError) -> TokenList? {
        let bytes: [UInt8]?
        do throws(FileSystemError) {
            bytes = try TrustedFile.read(path, atMost: largest)
        } catch {
            throw TokenError(error.sentence)
        }
        guard let bytes else { return nil }
        do throws(TokenError) {
            return try TokenList(bytes)
        } catch {
            throw TokenError("\(path) is not a file of tokens: \(error.sentence)")
        }
    }

    /// Adds a token to a file, durably; the file is made when it is missing, and so is its directory.
    ///
    /// - Returns: Whether it was added: a name has one token.
    /// - Throws: ``TokenError`` as ``read(_:)``, when it cannot be written, or another process is changing it.
    package static func add(_ record: TokenRecord, to path: String) throws(TokenError) -> Bool {
        do throws(FileSystemError) { try SecureDirectory.make(SecureDirectory.parent(of: path)) } catch {
            throw TokenError(error.sentence)
        }
        // Two that read the same file and write it one after the other would undo what the first has done.
        let lock = try lock(path)
        defer { lock.release() }
        var list = try read(path) ?? TokenList()
        guard list.add(record) else { return false }
        do throws(FileSystemError) {
            try DurableFile.write(list.bytes, to: path, isReplacing: true)
        } catch {
            throw TokenError(error.sentence)
        }
        return true
    }

    /// Takes a token out of a file, durably.
    ///
    /// Its line is written over in its place, which needs no room on the disk; it is left out when the next token is added.
    ///
    /// - Returns: Whether there was one of that name.
    /// - Throws: As ``add(_:to:)``.
    package static func revoke(_ name: String, in path: String) throws(TokenError) -> Bool {
        guard try read(path)?.records.contains(where: { $0.name == name }) == true else { return false }
        let lock = try lock(path)
        defer { lock.release() }
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw TokenError("cannot write \(path): \(SystemError.text(errno))") }
        defer { close(descriptor) }
        // As they stand there: what is read elsewhere has no byte order mark.
        var bytes = [UInt8](repeating: 0, count: largest + 1)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw TokenError("cannot read \(path): \(SystemError.text(errno))") }
        guard let line = TokenList.line(of: name, in: Array(bytes[..<count])) else { return false }
        let cover = line.map { _ in TokenList.revoked }
        guard pwrite(descriptor, cover, cover.count, off_t(line.lowerBound)) == cover.count, fsync(descriptor) == 0
        else {
            throw TokenError("cannot write \(path): \(SystemError.text(errno))")
        }
        return true
    }

    /// Keeps others from changing a file, without a note of who does: that would need room on the disk.
    private static func lock(_ path: String) throws(TokenError) -> LockFile {
        do throws(FileSystemError) { return try LockFile(path: "\(path).lock", owner: nil) } catch {
            throw TokenError(error.sentence)
        }
    }
}
