internal import Glibc

/// Paths that people type, of files whose names may have been written elsewhere.
///
/// macOS hands out the name 사진 as letters (Unicode's form NFD) and keyboards type syllables (NFC). Linux compares names byte
/// for byte, so what looks the same is not found.
package enum TypedPath {
    /// The path of what is there: the one given where that names something, else the one in whose names only the form of
    /// characters is another (Unicode Standard Annex 15).
    ///
    /// - Returns: The path as given, too, where there is no such file, or several are as like it.
    package static func existing(_ path: String) -> String {
        guard !path.utf8.allSatisfy({ $0 < 0x80 }), !isThere(path) else { return path }
        var found = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
        for part in path.split(separator: "/") {
            guard let name = name(String(part), in: found) else { return path }
            found += found.isEmpty || found.utf8.last == UInt8(ascii: "/") ? name : "/" + name
        }
        return found
    }

    /// The name in a directory that is this one, or the only one that is equivalent to it.
    private static func name(_ name: String, in directory: String) -> String? {
        let prefix = directory.isEmpty || directory.utf8.last == UInt8(ascii: "/") ? directory : directory + "/"
        if isThere(prefix + name) { return name }
        let alike = (DirectoryNames.read(directory.isEmpty ? "." : directory) ?? []).filter { $0 == name }
        return alike.count == 1 ? alike[0] : nil
    }

    private static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
