internal import WireJSON

/// What is remembered of an attachment: enough to find it again, and to know that it is the same.
package struct OutboxAttachment: Sendable, Hashable {
    /// SHA-256 of its bytes, 64 lower-case hexadecimal digits.
    package let hash: String
    /// The absolute path of the file; `nil` when it came from none.
    package let path: String?

    package init(hash: String, path: String?) {
        self.hash = hash
        self.path = path
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
}
