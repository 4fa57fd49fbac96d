internal import Cryptography
internal import WorkerClient

/// A frame that goes with a request, and the file that it came from.
struct Attachment: Sendable, Hashable {
    let bytes: [UInt8]
    /// The absolute path of the file; `nil` when it came from none.
    let path: String?
}

extension OutboxAttachment {
    init(_ attachment: Attachment) {
        self.init(hash: SHA256.hexadecimal(of: attachment.bytes.span), path: attachment.path)
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
