internal import Glibc
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
}
