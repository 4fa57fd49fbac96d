internal import Hummingbird

extension WebContext {
    /// A parameter of the path as it was meant: the router leaves it percent-encoded.
    ///
    /// - Returns: `nil` when the route has none of that name.
    /// - Throws: ``Problem`` when it is no text in UTF-8.
    func pathParameter(_ name: String) throws(Problem) -> String? {
        guard let text = parameters.get(name) else { return nil }
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let escaped = rest.popEscapedByte() else { throw Self.malformed(name, text: text) }
            bytes.append(escaped)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { throw Self.malformed(name, text: text) }
        return decoded
    }

    private static func malformed(_ name: String, text: String) -> Problem {
        Problem(.badRequest, "\(name) is \(text), which is no text in UTF-8")
    }
}
