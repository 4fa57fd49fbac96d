/// Names and values as variables of OpenTelemetry hold them: `name=value,other=value`, values percent-encoded.
enum PairList {
    /// - Throws: ``TracingError`` for what is no such list. It does not say the values, which may be secret.
    static func read(_ text: String?, in variable: String) throws(TracingError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for part in (text ?? "").split(separator: ",") {
            guard let equals = part.firstIndex(of: "="),
                let value = decoded(trimmed(part[part.index(after: equals)...]))
            else { throw refusal(variable) }
            let name = trimmed(part[..<equals])
            guard !name.isEmpty, name.utf8.allSatisfy(isOfName) else { throw refusal(variable) }
            pairs.append((String(name), value))
        }
        return pairs
    }

    private static func refusal(_ variable: String) -> TracingError {
        TracingError(.configuration, "\(variable) has to be name=value, with commas between several")
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " }
        while text.hasSuffix(" ") { text = text.dropLast() }
        return text
    }

    /// What a name of HTTP consists of.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Visible ASCII and blanks: nothing that ends a header.
    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let number = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            rest = rest.dropFirst(2)
            bytes.append(number)
        }
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
