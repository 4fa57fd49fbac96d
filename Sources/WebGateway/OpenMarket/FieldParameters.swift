/// The value of a field with parameters, such as `form-data; name="images"; filename="a.png"`.
struct FieldParameters: Sendable {
    /// What stands before the parameters, in lower case.
    let value: String
    private var parameters: [(name: String, value: String)] = []

    /// Reads a field; `nil` when a quote has no end.
    ///
    /// Clients put file names between quotes as they are, with quotes in them: what stands between such a quote and the
    /// next parameter counts for nothing.
    init?(_ bytes: some Sequence<UInt8>) {
        var rest = Array(bytes)[...]
        value = Self.text(Self.take(from: &rest) { $0 != UInt8(ascii: ";") }).lowercased()
        while rest.popFirst() != nil {
            let name = Self.text(Self.take(from: &rest) { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") })
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop(while: Self.isBlank)
            if rest.first == UInt8(ascii: "\"") {
                rest = rest.dropFirst()
                guard let quoted = Self.quoted(from: &rest) else { return nil }
                parameters.append((name.lowercased(), quoted))
            } else {
                parameters.append((name.lowercased(), Self.text(Self.take(from: &rest) { $0 != UInt8(ascii: ";") })))
            }
        }
    }

    /// The first parameter of a name in lower case.
    subscript(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// Reads a text up to its quote, and on to the next parameter.
    private static func quoted(from rest: inout ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let escaped = rest.first {
                rest = rest.dropFirst()
                bytes.append(escaped)
            } else if byte == UInt8(ascii: "\"") {
                rest = rest.drop { $0 != UInt8(ascii: ";") }
                return String(decoding: bytes, as: UTF8.self)
            } else {
                bytes.append(byte)
            }
        }
        return nil
    }

    private static func take(from rest: inout ArraySlice<UInt8>, while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: isWanted)
        rest = rest.dropFirst(taken.count)
        return taken
    }

    /// The text without blanks before and behind it.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var bytes = bytes.drop(while: isBlank)
        while let last = bytes.last, isBlank(last) { bytes = bytes.dropLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }
}
