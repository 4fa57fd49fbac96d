/// Reads texts of the type `application/x-www-form-urlencoded`.
///
/// A plus is a blank, `%2B` a plus (WHATWG URL, 5.1). Unlike there, nothing is guessed: a percent sign that begins no escape, and
/// bytes that are no UTF-8, are refused.
enum URLEncodedText {
    typealias Field = (name: String, value: String)

    /// What is wrong with a text.
    struct Malformed: Error, Sendable {
        let detail: String

        /// - Parameter place: What the text is, for the person who sent it.
        init(_ found: some Sequence<UInt8>, is fault: String, of place: String) {
            detail = "the \(place) has \(String(decoding: Array(found), as: UTF8.self)), \(fault)"
        }
    }

    /// Why a text is refused that holds bytes which are no UTF-8.
    static let isNoText = "which is no text in UTF-8"

    /// The fields of a text, in their order.
    ///
    /// - Parameter place: What the text is, for ``Malformed/detail``.
    static func fields(in bytes: [UInt8], of place: String) throws(Malformed) -> [Field] {
        try bytes.split(separator: UInt8(ascii: "&")).map { field throws(Malformed) in
            let end = field.firstIndex(of: UInt8(ascii: "=")) ?? field.endIndex
            let value = end < field.endIndex ? field[field.index(after: end)...] : []
            return (try decoded(field[..<end], of: place), try decoded(value, of: place))
        }
    }

    private static func decoded(_ text: ArraySlice<UInt8>, of place: String) throws(Malformed) -> String {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let escaped = rest.popEscapedByte() else {
                    throw Malformed(text, is: "where % is not followed by two hexadecimal digits", of: place)
                }
                bytes.append(escaped)
            default: bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw Malformed(text, is: isNoText, of: place)
        }
        return decoded
    }
}
