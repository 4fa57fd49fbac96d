import Foundation
import Pictures

/// A directory for the store of one test, removed with the last reference.
final class PictureDirectory: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)/store").path
    }

    deinit { try? FileManager.default.removeItem(atPath: URL(filePath: path).deletingLastPathComponent().path) }

    /// Where the file of a picture is.
    func file(_ hash: PictureHash) -> String { "\(path)/\(hash.description.prefix(2))/\(hash)" }

    /// All files, from the store's directory.
    func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.contains("/") }.sorted()
    }

    /// Lets a file have been written a while ago.
    func age(_ file: String, by seconds: Int) throws {
        let date = Date(timeIntervalSinceNow: -Double(seconds))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file)
    }
}
