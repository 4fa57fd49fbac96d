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
            throw TokenError(error.message)
        }
        guard let bytes else { return nil }
        do throws(TokenError) {
            return try TokenList(bytes)
        } catch {
            throw TokenError("\(path) is not a file of tokens: \(error.message)")
        }
    }

    /// Changes a file, durably and as a whole; it is made when it is missing, and so is its directory.
    ///
    /// - Parameters:
    ///   - path: Where.
    ///   - user: The program that changes it, for others who want to at the same time.
    ///   - change: Says by `false` that nothing is to be written.
    /// - Returns: What `change` has said.
    /// - Throws: ``TokenError`` as ``read(_:)``, when it cannot be written, or another process is changing it.
    package static func change(
        _ path: String,
        by user: String,
        _ change: (inout TokenList) -> Bool
    ) throws(TokenError) -> Bool {
        let lock: LockFile
        do throws(FileSystemError) {
            try SecureDirectory.make(SecureDirectory.parent(of: path))
            // Two that read the same file and write it one after the other would undo what the first has done.
            lock = try LockFile(path: "\(path).lock", owner: user)
        } catch {
            throw TokenError(error.message)
        }
        defer { lock.release() }
        var list = try read(path) ?? TokenList()
        guard change(&list) else { return false }
        do throws(FileSystemError) {
            try DurableFile.write(list.bytes, to: path, isReplacing: true)
        } catch {
            throw TokenError(error.message)
        }
        return true
    }
}
