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
            let digits = rest.prefix(2)
            guard digits.count == 2, let high = Self.digit(digits[digits.startIndex]),
                let low = Self.digit(digits[digits.startIndex + 1])
            else { throw Self.malformed(name, text) }
            bytes.append(high << 4 | low)
            rest = rest.dropFirst(2)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { throw Self.malformed(name, text) }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func malformed(_ name: String, _ text: String) -> Problem {
        Problem(.badRequest, "\(name) is \(text), which is no text in UTF-8")
    }
}
