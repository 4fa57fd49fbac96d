internal import Glibc
internal import Platform
internal import Terminal

/// A picture as a file of its own.
enum PictureFile {
    private static let endings = [
        "image/svg+xml": ".svg", "image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp",
        "image/gif": ".gif",
    ]

    /// The name of the file for a picture, in the current directory.
    ///
    /// - Throws: ``UsageError`` when the picture's name would lead elsewhere, or hide the file.
    static func name(of picture: String, mediaType: String) throws(UsageError) -> String {
        guard !picture.isEmpty, !picture.hasPrefix("."), !picture.contains("/"), picture.printable == picture else {
            throw UsageError("no file can be called '\(picture.printable)': name one with --output")
        }
        return picture + (endings[mediaType] ?? "")
    }

    /// What a picture is, where its file's name says that it is another kind of picture.
    static func format(_ mediaType: String, unlike path: String) -> String? {
        guard let dot = path.lastIndex(of: "."), let ending = endings[mediaType] else { return nil }
        let named = path[dot...].lowercased().replacing(".jpeg", with: ".jpg")
        guard named != ending, endings.values.contains(named) else { return nil }
        return mediaType.split(separator: "/").last.map { $0.prefix { $0 != "+" }.uppercased() }
    }

    /// Writes a file.
    ///
    /// A new file that cannot be written to its end is removed again.
    ///
    /// - Parameter isReplacing: Whether a file that is there already may be overwritten.
    /// - Throws: ``UsageError`` when it cannot be made, ``OutputError`` when it cannot be filled.
    static func write(_ bytes: [UInt8], to path: String, isReplacing: Bool) throws {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isReplacing ? O_TRUNC : O_EXCL)
        let file = open(path, flags, 0o666)
        guard file >= 0 else {
            guard errno != EEXIST else {
                throw UsageError("cannot write \(path.printable): it is there already; replace it with --force")
            }
            throw UsageError("cannot write \(path.printable): \(SystemError.text(errno))")
        }
        do {
            defer { close(file) }
            try fill(file, with: bytes, at: path)
        } catch {
            if !isReplacing { unlink(path) }
            throw error
        }
    }

    private static func fill(_ file: Int32, with bytes: [UInt8], at path: String) throws(OutputError) {
        do throws(FileSystemError) {
            try DurableFile.append(bytes, to: file, path: path)
            // A file system over a network may say only now that it is full; a pipe has nothing to say.
            try DurableFile.sync(file, path: path, policy: .ifPossible)
        } catch {
            throw .failed(error.number ?? EIO)
        }
    }
}
