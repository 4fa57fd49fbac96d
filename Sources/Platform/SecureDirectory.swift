internal import Glibc
internal import SystemPackage

/// A directory of the user's own that nobody else may enter: for sockets, locks, data and notes.
///
/// Anyone who can write there can take a file's place, and anyone who can read there sees what is private. So it must
/// be no link, belong to the effective user, and give the group and others no permission.
package struct SecureDirectory: Sendable, Hashable {
    /// Where it is, without closing slashes.
    package let path: String

    /// Makes the directory with mode 0700 when it is missing, and what is missing above it, and checks it.
    ///
    /// - Parameters:
    ///   - path: Where.
    ///   - name: What messages call it.
    ///   - isDurable: Whether the names of new directories have to survive a loss of power; not for sockets and locks.
    /// - Throws: ``FileSystemError`` when it cannot be made, or breaks a rule.
    package init(
        creating path: String,
        called name: String = "directory",
        isDurable: Bool = true
    ) throws(FileSystemError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw FileSystemError(.failed(.invalidArgument), "the \(name) has no name")
        }
        self.path = Self.trimmed(path)
        try Self.make(self.path, called: name, isDurable: isDurable)
        try Self.check(self.path, name: name)
    }

    /// Checks a directory that is there.
    ///
    /// - Throws: ``FileSystemError`` when it breaks a rule or cannot be looked at, with the number `ENOENT` when it is missing.
    package init(existing path: String, called name: String = "directory") throws(FileSystemError) {
        self.path = Self.trimmed(path)
        try Self.check(self.path, name: name)
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a directory with mode 0700, and those above it; one that is there stays as it is, whoever it belongs to.
    ///
    /// - Parameters: As for ``init(creating:called:isDurable:)``.
    /// - Throws: ``FileSystemError`` when one cannot be made, or its name cannot be made durable.
    package static func make(
        _ path: String,
        called name: String = "directory",
        isDurable: Bool = true
    ) throws(FileSystemError) {
        if unsafe mkdir(path, 0o700) != 0 {
            var reason = Errno(rawValue: errno)
            if reason == .noSuchFileOrDirectory, parent(of: path) != path {
                try make(parent(of: path), called: name, isDurable: isDurable)
                reason = unsafe Errno(rawValue: mkdir(path, 0o700) == 0 ? 0 : errno)
            }
            guard reason.rawValue == 0 else {
                // On a read-only file system mkdir may say so even though the directory exists.
                guard unsafe access(path, F_OK) != 0 else { return }
                throw FileSystemError(reason, doing: "cannot make the \(name) \(path)")
            }
        }
        // A name is durable with the directory that it is in.
        if isDurable { try DurableFile.syncDirectory(parent(of: path)) }
    }

    /// The path without closing slashes: with one, `lstat` would follow the very link that it is asked about.
    package static func trimmed(_ path: String) -> String {
        var rest = path[...]
        while rest.utf8.count > 1, rest.utf8.last == UInt8(ascii: "/") { rest.removeLast() }
        return String(rest)
    }

    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : trimmed(String(path[..<slash]))
    }

    private static func check(_ path: String, name: String) throws(FileSystemError) {
        let status: Stat
        do {
            status = try Stat(FilePath(path), followTargetSymlink: false)
        } catch {
            throw FileSystemError(error, doing: "cannot look at the \(name) \(path)")
        }
        switch status.type {
        case .directory: break
        case .symbolicLink:
            throw FileSystemError(.link, "the \(name) \(path) is a link; name the directory itself")
        default:
            throw FileSystemError(.notDirectory, "the \(name) \(path) is no directory; name another")
        }
        let (owner, user) = (status.userID.rawValue, geteuid())
        guard owner == user else {
            throw FileSystemError(
                .otherUser,
                "the \(name) \(path) belongs to user \(owner), not to you (\(user)); name another"
            )
        }
        guard status.permissions.rawValue & 0o077 == 0 else {
            throw FileSystemError(
                .openToOthers,
                "the \(name) \(path) is open to others; close it with: \("chmod 700 \(path)")"
            )
        }
    }
}
