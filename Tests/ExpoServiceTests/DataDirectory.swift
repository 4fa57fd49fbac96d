import Foundation

/// A directory of data for one test, removed when it is let go.
final class DataDirectory {
    let path: String

    init(poster: String = "{}", items: String = "[]") throws {
        path = NSTemporaryDirectory() + "expo-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path + "/images", withIntermediateDirectories: true)
        try write("exposition_universelle_1900.json", Array(poster.utf8))
        try write("items.json", Array(items.utf8))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
}
