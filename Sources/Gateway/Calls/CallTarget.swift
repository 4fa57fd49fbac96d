internal import Cryptography
internal import Messages
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import WireJSON
internal import WorkerClient

/// Which service a method is for.
enum CallTarget {
    /// The service that a method's first word names, or the one that was named next to it.
    ///
    /// - Parameters:
    ///   - method: Such as `juice.order`.
    ///   - named: What `--to` says; it is needed for methods that every service has, such as `service.ping`.
    /// - Throws: ``UsageError`` when neither names a service.
    static func service(of method: String, named: ServiceName?) throws(UsageError) -> ServiceName {
        if let named { return named }
        let word = method.prefix { $0 != "." }
        guard !["service", "rpc", "events"].contains(word) else {
            let names = ServiceName.suite.map(\.rawValue)
            throw UsageError("every service has \(method): name one with --to (\(names.joined(separator: ", ")))")
        }
        return try ServiceName(word)
    }
}

/// The params of a call as someone typed them.
enum CallParams {
    /// Checks params and takes the blanks out of them.
    ///
    /// - Parameter text: JSON; `nil` for none.
    /// - Returns: One JSON object; `nil` for none.
    /// - Throws: ``UsageError`` when it is not a JSON object. How large it may be is for others to say.
    static func parse(_ text: [UInt8]?) throws(UsageError) -> [UInt8]? {
        guard let text else { return nil }
        let node: JSONNode
        do {
            node = try JSONReader(limits: .generous).read(text)
        } catch {
            throw UsageError("the parameters are not valid JSON: \(error.message) (byte \(error.offset))")
        }
        guard node.kind == .object else {
            throw UsageError("the parameters must be a JSON object, such as '{\"juice\":\"mango\"}'")
        }
        return node.jsonText
    }
}
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
        guard let path else { throw UsageError("an attachment did not come from a file: repeat the original command") }
        let bytes = try InputFile.read(path, limit: limit)
        guard SHA256.hexadecimal(of: bytes.span) == hash else {
            throw UsageError("\(path.printable) has changed since the write was sent, so it would be a different write")
        }
        return Attachment(bytes: bytes, path: path)
    }
}
