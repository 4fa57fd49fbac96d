internal import Glibc
internal import Messages
package import Platform

/// Where the services' sockets are.
package enum RunDirectory {
    /// Refuses a directory in which somebody else could have put the sockets; one that is missing is no danger.
    package static func check(_ path: String) throws(UsageError) {
        do throws(FileSystemError) {
            _ = try SecureDirectory(existing: path, called: "run directory")
        } catch {
            guard error.number == ENOENT else { throw UsageError(error.sentence) }
        }
    }

    /// The services that run there or were killed, as their locks say; none where the directory is not safe.
    static func services(in path: String) -> [ServiceName] {
        guard (try? check(path)) != nil else { return [] }
        return (DirectoryNames.read(path) ?? []).filter { $0.hasSuffix(lockEnding) }
            .compactMap { ServiceName(rawValue: String($0.dropLast(lockEnding.count))) }
    }

    private static let lockEnding = ".lock"
}
