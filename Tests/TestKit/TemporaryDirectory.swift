internal import Foundation

/// A directory of its own for one test, with a path short enough for Unix sockets; removed with the last reference.
package final class TemporaryDirectory: Sendable {
    /// Its path, without a closing slash.
    package let path: String

    /// Makes the directory.
    ///
    /// - Throws: What the file system says.
    package init() throws {
        let name = "jangteo-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        let url = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
