internal import Journal
internal import Messages
internal import StoredFiles
internal import Synchronization

/// Files of a service that the rows of its state name, such as photos.
///
///     static let files = FileFolder(names: "SELECT hash FROM photo")
///
/// They are in the directory `NAME.files` next to the store, each named by the SHA-256 of its bytes. A file is durable
/// before the row that names it, and its hash is checked whenever it is read. Files are backed up and restored with the
/// store, and workers that share a log have each before the row. One that no row names is removed some time later.
public struct FileFolder: Sendable {
    /// No files.
    public static let none = FileFolder(names: "")

    let names: String
    let retention: Int

    /// Describes them.
    ///
    /// - Parameters:
    ///   - names: Selects one column, the name of each file that the state names, as ``Files/add(_:)`` gave it;
    ///     several columns are put together by `UNION ALL`. An index on each spares looking at all rows for each file.
    ///   - retention: How long a file stays after its last row: longer than a backup takes.
    public init(names: String, retention: Duration = .seconds(3_600)) {
        (self.names, self.retention) = (names, max(1, Int(retention.components.seconds)))
    }

    /// Whether there are any.
    var isUsed: Bool { !names.isEmpty }

    /// Whether a row names a file.
    func hasRow(naming file: FileHash, in tables: any StoredTables) throws(StorageError) -> Bool {
        let query = "WITH file(name) AS (\(names)) SELECT 1 FROM file WHERE name = ?1 LIMIT 1"
        return try tables.first(query, [.text(file.description)]) { _ in true } ?? false
    }
}

/// The files of a service, as a ``Job`` uses them: its calls wait for the disk.
public struct Files: Sendable {
    let store: FileStore?
    /// What was added for a write; `nil` in a read.
    var added: AddedFiles?

    /// Makes a file durable, before the write that follows names it.
    ///
    /// - Parameter bytes: The file, at most 16 MiB.
    /// - Returns: Its name: the SHA-256 of the bytes, as 64 hexadecimal digits. Equal bytes are one file.
    /// - Throws: What makes the call `STORAGE_UNAVAILABLE`, such as a full disk.
    public func add(_ bytes: [UInt8]) throws -> String {
        guard let added else { throw RPCError(.internal, "a method that was declared as a read adds a file") }
        do throws(StorageError) {
            let file = try opened().add(bytes)
            added.append(file)
            return file.description
        } catch {
            var refusal = RPCError(.storageUnavailable, error.message)
            refusal.retryAfterMilliseconds = 500
            throw refusal
        }
    }

    /// Reads a file, and checks that it is what was added.
    ///
    /// - Throws: What makes the call `INTERNAL`: there is no such file, or it is damaged.
    public func bytes(of name: String) throws -> [UInt8] { try bytes(of: Self.hash(name)) }

    func bytes(of file: FileHash) throws(RPCError) -> [UInt8] {
        do throws(StorageError) { return try opened().bytes(of: file) } catch {
            throw RPCError(.internal, error.message)
        }
    }

    static func hash(_ name: String) throws(RPCError) -> FileHash {
        guard let file = FileHash(name) else { throw RPCError(.internal, "\"\(name)\" is not the name of a file") }
        return file
    }

    private func opened() throws(StorageError) -> FileStore {
        guard let store else { throw StorageError(.unavailable, "the service has no files") }
        return store
    }
}

/// The files that the work of one call has added.
final class AddedFiles: Sendable {
    private let names = Mutex<[FileHash]>([])

    var all: [FileHash] { names.withLock(\.self) }

    func append(_ name: FileHash) { names.withLock { $0.append(name) } }
}
