internal import Glibc

/// The directory of a store of pictures, with its 256 folders.
struct StoreDirectory: Hashable, Sendable {
    let path: String

    /// Makes what is missing of it, durably, and refuses a directory that somebody else controls.
    ///
    /// All folders are made here, so that storing a picture never has to make one durable.
    init(preparing path: String) throws(PictureStoreError) {
        var path = path
        // With a slash at the end, `lstat` would follow the very link it is asked about.
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        _ = try Self.make(path)
        try Self.checkOwner(path)
        for number in 0..<256 {
            _ = try Self.make(folder(number))
        }
        // Also where all are there: a start that was cut short may have made them and got no further.
        try Self.sync(path)
        try Self.sync(Self.parent(of: path))
    }

    /// The path of a folder, 0…255.
    func folder(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "\(path)/\(digits.count == 1 ? "0" : "")\(digits)"
    }

    /// The path of the folder of a picture.
    func folder(of hash: PictureHash) -> String { "\(path)/\(hash.folder)" }

    private static func checkOwner(_ path: String) throws(PictureStoreError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            throw PictureStoreError(errno: errno, doing: "cannot read \(path)")
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: break
        case S_IFLNK: throw PictureStoreError(.foreign, "\(path) is a link; name the directory itself")
        default: throw PictureStoreError(.foreign, "\(path) is not a directory")
        }
        guard status.st_uid == geteuid() else {
            let owner = "\(path) belongs to user \(status.st_uid)"
            throw PictureStoreError(.foreign, "\(owner); use a directory of your own")
        }
    }

    /// Makes a directory and those above it, and returns whether it was missing.
    private static func make(_ path: String) throws(PictureStoreError) -> Bool {
        if unsafe mkdir(path, 0o700) == 0 { return true }
        switch errno {
        case EEXIST:
            return false
        case ENOENT where parent(of: path) != path:
            if try make(parent(of: path)) { try sync(parent(of: parent(of: path))) }
            guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw PictureStoreError(errno: errno, doing: "cannot make the directory \(path)")
            }
            return true
        case let number:
            // On a read-only file system mkdir may say so even though the directory exists.
            guard unsafe access(path, F_OK) != 0 else { return false }
            throw PictureStoreError(errno: number, doing: "cannot make the directory \(path)")
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func sync(_ path: String) throws(PictureStoreError) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PictureStoreError(errno: errno, doing: "cannot open \(path)") }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw PictureStoreError(errno: errno, doing: "cannot sync \(path)") }
    }
}
