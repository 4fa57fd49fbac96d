internal import Cryptography
internal import Glibc
package import Journal
internal import Platform

/// Files named by their content, outside any database.
///
/// A file is complete and durable before its name is known, and is never changed after. What is stored twice is one file.
/// A database names a file only after ``add(_:)`` has returned; a file that none names in the end is an orphan, which a
/// ``FileSweeper`` removes.
///
/// Every call is synchronous and waits for the disk, so call it off the thread that serves requests. Any number of threads
/// and processes may use one directory.
package struct FileStore: ContentFiles {
    /// The most bytes of a file, 16 MiB; a larger one was not written by a store.
    package static let maxFileBytes = 16 << 20
    /// What the name of a file ends with while it is written.
    static let draftSuffix = ".new"

    package let namesQuery: String
    let directory: StoreDirectory
    let clock: @Sendable () -> Int
    private let missed = MissedFiles()

    /// Opens a store, and makes what is missing of it: a directory of this user with mode 0700, and 256 folders in it.
    ///
    /// - Parameters:
    ///   - directory: Its path.
    ///   - names: Selects the hash of each file that the rows of a store name: ``ContentFiles/namesQuery``.
    ///   - clock: Milliseconds since 1970-01-01 UTC, by which the file system dates files; `nil` for that of the system.
    /// - Throws: ``StorageError``: `foreign` for a link, another user's directory, or what is none; `full`,
    ///   `readOnly` or `failing` when it cannot be made.
    package init(
        directory: String,
        names: String,
        clock: (@Sendable () -> Int)? = nil
    ) throws(StorageError) {
        self.directory = try StoreDirectory(preparing: directory)
        namesQuery = names
        self.clock = clock ?? { SystemClock.wall }
    }

    /// Stores a file durably: its bytes and its name are on the disk when this returns.
    ///
    /// One that is there already is not written again but counts as new for a sweep; a damaged one is replaced.
    ///
    /// - Parameter bytes: The file, at most ``maxFileBytes``.
    /// - Returns: The hash to read it by.
    /// - Throws: ``StorageError``: `full`, `readOnly`, or `failing`, also when it is too large. Under the file's name
    ///   there is nothing, or what was there before, or the whole file.
    @discardableResult
    package func add(_ bytes: [UInt8]) throws(StorageError) -> FileHash {
        guard bytes.count <= Self.maxFileBytes else {
            throw StorageError(.failing, "a file of \(bytes.count) bytes is not stored: at most \(Self.maxFileBytes)")
        }
        let hash = FileHash(of: bytes)
        let name = hash.description
        let folder = try StoreFolder(locking: directory.folder(of: hash))
        if try folder.status(of: name)?.bytes == bytes.count, try read(name, in: folder.path) == bytes {
            try folder.renew(name)
            #if DEBUG
                FailPoint.pictureRenewed.reach()
            #endif
        } else {
            let draft = name + "." + String(UInt64.random(in: .min ... .max), radix: 16) + Self.draftSuffix
            try folder.create(draft, bytes: bytes)
            #if DEBUG
                FailPoint.pictureWritten.reach()
            #endif
            try folder.rename(draft, to: name)
            #if DEBUG
                FailPoint.pictureNamed.reach()
            #endif
        }
        // Also for one that was there: its writer may have been stopped before its name was durable.
        try folder.sync()
        #if DEBUG
            FailPoint.pictureStored.reach()
        #endif
        return hash
    }

    /// Makes a file count as new for a sweep, as storing it again would.
    ///
    /// - Returns: Whether there is one; its bytes are not looked at.
    /// - Throws: ``StorageError`` when the system fails.
    package func keep(_ hash: FileHash) throws(StorageError) -> Bool {
        let folder = try StoreFolder(locking: directory.folder(of: hash))
        guard try folder.status(of: hash.description) != nil else { return false }
        try folder.renew(hash.description)
        return true
    }

    /// Reads a file and checks that it is what was stored.
    ///
    /// - Throws: ``StorageError`` `failing`, when there is none, when it is damaged, or when the system cannot read it.
    package func bytes(of hash: FileHash) throws(StorageError) -> [UInt8] {
        let folder = directory.folder(of: hash)
        guard let bytes = try read(hash.description, in: folder) else {
            missed.add(hash)
            throw StorageError(.failing, "there is no file \(hash)")
        }
        guard FileHash(of: bytes) == hash else {
            let file = "\(folder)/\(hash)"
            throw StorageError(.failing, "\(file) is damaged: it holds \(bytes.count) other bytes")
        }
        return bytes
    }

    /// Those that were asked for since the last call, and were not there; of very many only some.
    package func takeMissed() -> [FileHash] { missed.take() }

    /// Reads a whole file; `nil` when there is none.
    private func read(_ name: String, in folder: String) throws(StorageError) -> [UInt8]? {
        let path = "\(folder)/\(name)"
        // Without O_NONBLOCK a pipe of that name would stop the service until someone writes to it.
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw StorageError(errno: errno, doing: "cannot open \(path)") }
            return nil
        }
        defer { _ = close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw StorageError(errno: errno, doing: "cannot read \(path)")
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.maxFileBytes else {
            throw StorageError(.failing, "\(path) is damaged: it is no file of this store")
        }
        var failure: CInt = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            while count < buffer.count, let address = buffer.baseAddress {
                let got = unsafe Glibc.read(descriptor, address + count, buffer.count - count)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                guard got > 0 else { return }
                count += got
            }
        }
        guard failure == 0 else { throw StorageError(errno: failure, doing: "cannot read \(path)") }
        return bytes
    }
}

extension FileHash {
    /// The hash of some bytes.
    package init(of bytes: [UInt8]) { self.init(sha256: SHA256.digest(of: bytes.span)) }
}
