internal import WireJSON

/// Decimal numbers as they were meant, where an encoder has written the double that was nearest to them.
///
/// 17 significant digits always suffice to read the same double again, so some encoders write that many: Apple's `19.989999999999998` for
/// 19.99. What was meant is the shortest decimal that reads as the same double. Only what such an encoder writes is taken for that: a
/// number with a fraction or an exponent, of 16 or 17 significant digits. Whole numbers, and those with fewer or more digits, stay as
/// they are.
enum ShortestDecimal {
    private static let digits = 16...17

    /// The text of a JSON number as it was meant.
    static func text(_ number: String) -> String {
        guard isOfDouble(number), let double = Double(number), double.isFinite, !double.isZero else { return number }
        return double.description
    }

    /// A JSON text with its numbers as they were meant; the same bytes where that changes none.
    static func json(_ node: JSONNode, of bytes: [UInt8]) -> [UInt8] {
        guard hasDouble(node) else { return bytes }
        var writer = JSONWriter(capacity: bytes.count)
        write(node, to: &writer)
        return writer.bytes
    }

    private static func hasDouble(_ node: JSONNode) -> Bool {
        switch node.kind {
        case .object: node.members.contains { hasDouble($0.value) }
        case .array: node.elements.contains { hasDouble($0) }
        case .number: node.numberText.map(isOfDouble) ?? false
        default: false
        }
    }

    private static func write(_ node: JSONNode, to writer: inout JSONWriter) {
        switch node.kind {
        case .object:
            writer.beginObject()
            for member in node.members {
                writer.name(member.name)
                write(member.value, to: &writer)
            }
            writer.endObject()
        case .array:
            writer.beginArray()
            for element in node.elements { write(element, to: &writer) }
            writer.endArray()
        case .number: writer.number(text(node.numberText ?? ""))
        default: writer.value(node)
        }
    }

    /// Whether a JSON number is one that an encoder of doubles may have written with all their digits.
    private static func isOfDouble(_ number: String) -> Bool {
        let mantissa = number.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        guard mantissa.count < number.utf8.count || mantissa.contains(UInt8(ascii: ".")) else { return false }
        let significant = mantissa.lazy.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.drop {
            $0 == UInt8(ascii: "0")
        }
        return digits.contains(significant.count)
    }
}
