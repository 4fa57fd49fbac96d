internal import Glibc
internal import Platform

/// The directory of unfinished writes: a file for each run of the gateway that has some.
///
/// Names of files grow with the time they were made. Params may be private, so nobody else may look in.
package struct OutboxDirectory: Sendable {
    static let ending = ".ndjson"

    package let path: String

    /// Makes the directory if it is missing, durably, with mode 0700.
    ///
    /// - Throws: ``OutboxError`` when that fails, or someone else could read or change what is in it.
    package func prepare() throws(OutboxError) {
        do throws(FileSystemError) { _ = try SecureDirectory(creating: path) } catch {
            throw OutboxError(error.message)
        }
    }

    /// The files there are, oldest first; none where there is no directory.
    ///
    /// - Throws: ``OutboxError`` when it is there and cannot be read, or is not the user's own.
    func files() throws(OutboxError) -> [String] {
        guard let names = DirectoryNames.read(path) else {
            guard errno != ENOENT else { return [] }
            throw OutboxError(path, errno: errno)
        }
        do throws(FileSystemError) { _ = try SecureDirectory(existing: path) } catch {
            throw OutboxError(error.message)
        }
        return names.filter { $0.hasSuffix(Self.ending) }.sorted().map { "\(path)/\($0)" }
    }

    /// Makes the names in the directory durable.
    func sync() throws(OutboxError) {
        do throws(FileSystemError) { try DurableFile.syncDirectory(path) } catch { throw OutboxError(error.message) }
    }
}
