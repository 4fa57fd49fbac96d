internal import Foundation
internal import Glibc

/// A file system in memory with a size of its own, for tests that need a full or read-only disk.
package final class SmallDisk: Sendable {
    /// Where it is mounted, without a closing slash.
    package let path: String

    /// Whether this user can mount one here.
    package static let isAvailable = (try? SmallDisk(kilobytes: 64)) != nil

    /// Mounts one; it is gone with the last reference.
    ///
    /// - Parameter kilobytes: Its size, at least 4.
    /// - Throws: What the system says, also when this user may not mount.
    package init(kilobytes: Int) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "jangteo-disk-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        do {
            try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k,mode=0700", "tmpfs", path)
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
    }

    deinit {
        try? Self.run("umount", path)
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Has it belong to another user.
    ///
    /// - Throws: What the system says.
    package func giveTo(_ user: String) throws { try Self.run("chown", user, path) }

    /// Lets every write fail with EROFS.
    ///
    /// - Throws: What the system says.
    package func makeReadOnly() throws { try Self.run("mount", "-o", "remount,ro", path) }

    /// Undoes ``makeReadOnly()``.
    ///
    /// - Throws: What the system says.
    package func makeWritable() throws { try Self.run("mount", "-o", "remount,rw", path) }

    /// Takes what space is left.
    ///
    /// - Throws: What the system says.
    package func fill() throws {
        let descriptor = open("\(path)/filler", O_WRONLY | O_CREAT, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        defer { _ = close(descriptor) }
        let block = [UInt8](repeating: 1, count: 4_096)
        while write(descriptor, block, block.count) > 0 {}
    }

    /// Gives back what ``fill()`` took.
    ///
    /// - Throws: What the system says.
    package func free() throws { try FileManager.default.removeItem(atPath: "\(path)/filler") }

    private static func run(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}
