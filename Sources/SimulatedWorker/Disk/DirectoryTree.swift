internal import Glibc

/// A directory with everything in it, as it really is.
package enum DirectoryTree {
    /// The paths of all files below a directory, in order.
    package static func files(_ directory: String) -> [String] {
        entries(directory).flatMap { entry in
            let path = "\(directory)/\(entry.name)"
            return entry.isDirectory ? files(path) : [path]
        }
    }

    /// Removes it.
    package static func remove(_ path: String) {
        // Most are empty.
        guard rmdir(path) != 0, unlink(path) != 0 else { return }
        for entry in entries(path) { remove("\(path)/\(entry.name)") }
        rmdir(path)
    }

    private static func entries(_ directory: String) -> [(name: String, isDirectory: Bool)] {
        guard let list = opendir(directory) else { return [] }
        defer { closedir(list) }
        var entries: [(name: String, isDirectory: Bool)] = []
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            entries.append((name, Int(entry.pointee.d_type) == Int(DT_DIR)))
        }
        return entries.sorted { $0.name < $1.name }
    }
}
