internal import Glibc
internal import SystemPackage

/// What is done where a file or a directory cannot be synced.
package enum SyncPolicy: Sendable {
    /// It is an error: a promise rests on what is in it.
    case required
    /// It is no error where the file system cannot do it or is never written to, or where we may not read; one of the disk is.
    ///
    /// Only for places that are not ours to choose, and with a reason next to the call.
    case ifPossible
}

/// Files that are whole on the disk, with their names, or not there at all.
///
/// The bytes of a file and its name become durable apart: `fsync` of the file keeps the bytes, `fsync` of the directory the name.
package enum DurableFile {
    /// Writes a file through a draft next to it, so that nobody ever sees a part of it; when it returns, a loss of
    /// power takes nothing away.
    ///
    /// - Parameters:
    ///   - bytes: All of the file.
    ///   - path: Where; only the owner may read and write it.
    ///   - isReplacing: Whether a file that is there is replaced; otherwise it is an error.
    /// - Throws: ``FileSystemError``; a former file is still there then, unless it was only the directory that could not be
    ///   synced.
    package static func write(_ bytes: [UInt8], to path: String, isReplacing: Bool) throws(FileSystemError) {
        let draft = "\(path).\(getpid()).new"
        try create(draft, bytes: bytes)
        defer { unsafe unlink(draft) }
        // Unlike a renaming, a link never replaces a file: two that make the same cannot both succeed.
        guard unsafe (isReplacing ? Glibc.rename(draft, path) : link(draft, path)) == 0 else {
            throw FileSystemError(Errno(rawValue: errno), doing: "cannot write \(path)")
        }
        try syncDirectory(SecureDirectory.parent(of: path))
    }

    /// Makes a new file for the owner alone, with durable bytes; its name is durable only with the directory.
    ///
    /// - Throws: ``FileSystemError``; then there is no such file, or it was there before.
    package static func create(_ path: String, bytes: [UInt8]) throws(FileSystemError) {
        do {
            let file = try FileDescriptor.open(
                FilePath(path),
                .writeOnly,
                options: [.create, .exclusiveCreate, .noFollow, .closeOnExec],
                permissions: .ownerReadWrite
            )
            do {
                try file.closeAfter {
                    try file.writeAll(bytes)
                    guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
                }
            } catch {
                unsafe unlink(path)
                throw error
            }
        } catch {
            throw FileSystemError(error, doing: "cannot write \(path)")
        }
    }

    /// Writes all bytes to an open file; they are not durable yet.
    ///
    /// - Throws: ``FileSystemError``; a part may have been written.
    package static func append(_ bytes: some Sequence<UInt8>, to descriptor: CInt, path: String)
        throws(FileSystemError)
    {
        do {
            try FileDescriptor(rawValue: descriptor).writeAll(bytes)
        } catch {
            throw FileSystemError(error, doing: "cannot write \(path)")
        }
    }

    /// Gives a file or a directory another name in the same directory, durably; what has that name is replaced.
    ///
    /// - Throws: ``FileSystemError``.
    package static func rename(_ path: String, to other: String) throws(FileSystemError) {
        guard unsafe Glibc.rename(path, other) == 0 else {
            throw FileSystemError(Errno(rawValue: errno), doing: "cannot name \(other)")
        }
        // The name is an entry of the directory and becomes durable with it, not with the file.
        try syncDirectory(SecureDirectory.parent(of: other))
    }

    /// Makes the bytes of a file durable.
    ///
    /// - Throws: ``FileSystemError`` when it cannot be opened or synced.
    package static func sync(_ path: String) throws(FileSystemError) {
        try sync(path, policy: .required, options: [.closeOnExec])
    }

    /// Makes the names in a directory durable.
    ///
    /// - Throws: ``FileSystemError`` when that fails, and `policy` does not allow it.
    package static func syncDirectory(_ path: String, policy: SyncPolicy = .required) throws(FileSystemError) {
        try sync(path, policy: policy, options: [.closeOnExec, .directory])
    }

    /// Makes the name of a directory durable in the one above it, and that one's in the next, up to the root.
    ///
    /// All of them: after a start that was cut short, nobody knows which it had made. Most of them are others', and nothing of
    /// ours is lost with a directory that we may not read, or that is on a file system that is never written to.
    ///
    /// - Throws: ``FileSystemError`` when the disk fails.
    package static func syncAncestors(of directory: String) throws(FileSystemError) {
        var path = SecureDirectory.trimmed(directory)
        while path != "/", path != "." {
            path = SecureDirectory.parent(of: path)
            try syncDirectory(path, policy: .ifPossible)
        }
    }

    /// Makes the bytes of an open file durable.
    ///
    /// - Parameter policy: With `ifPossible`, what cannot be synced, such as a pipe, is no error.
    /// - Throws: ``FileSystemError`` when that fails, and `policy` does not allow it.
    package static func sync(_ descriptor: CInt, path: String, policy: SyncPolicy = .required)
        throws(FileSystemError)
    {
        guard fsync(descriptor) != 0 else { return }
        let reason = Errno(rawValue: errno)
        if policy == .ifPossible, reason == .invalidArgument || reason == .readOnlyFileSystem { return }
        throw FileSystemError(reason, doing: "cannot sync \(path)")
    }

    private static func sync(
        _ path: String,
        policy: SyncPolicy,
        options: FileDescriptor.OpenOptions
    ) throws(FileSystemError) {
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(FilePath(path), .readOnly, options: options)
        } catch {
            if policy == .ifPossible, error as? Errno == .permissionDenied { return }
            throw FileSystemError(error, doing: "cannot open \(path)")
        }
        defer { close(file.rawValue) }
        try sync(file.rawValue, path: path, policy: policy)
    }
}
