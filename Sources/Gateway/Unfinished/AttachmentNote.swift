internal import Cryptography
internal import WireJSON

/// What is remembered of an attachment: enough to find it again, and to know that it is the same.
struct AttachmentNote: Sendable, Hashable {
    /// SHA-256 of its bytes, 64 lower-case hexadecimal digits.
    let hash: String
    let path: String?

    init(_ attachment: Attachment) {
        hash = SHA256.hexadecimal(of: attachment.bytes.span)
        path = attachment.path
    }

    init?(_ node: JSONNode) {
        guard let hash = node["sha256"]?.string else { return nil }
        self.hash = hash
        path = node["path"]?.string
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("sha256", hash)
        if let path { writer.member("path", path) }
        writer.endObject()
    }

    /// The attachment itself, from its file.
    ///
    /// - Parameter limit: The most bytes that a frame may have.
    /// - Throws: ``UsageError`` when the file is gone, cannot be read, or is no longer the same.
    func attachment(limit: Int = 1 << 20) throws(UsageError) -> Attachment {
        guard let path else { throw UsageError("an attachment came from no file: give the command again as it was") }
        let bytes = try InputFile.read(path, limit: limit)
        guard SHA256.hexadecimal(of: bytes.span) == hash else {
            throw UsageError("\(path.printable) has changed since the write was sent, so it would be another write")
        }
        return Attachment(bytes: bytes, path: path)
    }
}
