import CSQLite

/// What tells a file from every other one that this kernel has seen, also from an earlier one of its inode: statx(2).
package struct FileIdentity: CustomStringConvertible {
    /// The mount, the device, the inode and the birth of the file.
    package let description: String

    /// Looks at a file; `nil` when it is unknown, such as where the file system does not note when a file was made.
    package init?(of path: String) {
        var file = CSQLiteFile()
        guard unsafe csqlite_identify(path, &file) else { return nil }
        let birth = "\(file.birth_seconds).\(file.birth_nanoseconds)"
        description = "\(file.mount) \(file.device):\(file.inode) \(birth)"
    }
}
