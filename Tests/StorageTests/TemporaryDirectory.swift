import Foundation

/// A directory of its own for one test, removed with the last reference.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "storage-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    func bytes(of name: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: file(name)))) }

    func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: URL(filePath: file(name))) }
}
