/// A string as a structured field has it (RFC 9651, sections 3.3.3 and 4.2): in quotes, with a backslash before a quote and a backslash.
struct StructuredString: Sendable, Hashable {
    /// Without its quotes; what a string may hold is ASCII from the blank to the tilde.
    let value: String

    /// A value to be written.
    ///
    /// - Returns: `nil` for a text that no such string can hold.
    init?(of value: String) {
        guard value.utf8.allSatisfy(Self.isText) else { return nil }
        self.value = value
    }

    /// Reads a field whose item is a string.
    ///
    /// Parameters behind it have to be well formed, and are passed over: a field that defines none ignores them.
    ///
    /// - Returns: `nil` for everything else.
    init?(reading field: some Sequence<UInt8>) {
        var rest = Array(field)[...].drop { $0 == UInt8(ascii: " ") }
        guard let value = Self.takeString(from: &rest), Self.dropParameters(from: &rest),
            rest.allSatisfy({ $0 == UInt8(ascii: " ") })
        else { return nil }
        self.value = value
    }

    var field: String {
        "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func isText(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

    private static func takeString(from rest: inout ArraySlice<UInt8>) -> String? {
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), isText(byte) {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst(), escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\")
                else { return nil }
                bytes.append(escaped)
            default: bytes.append(byte)
            }
        }
        return nil
    }

    /// - Returns: Whether they are well formed.
    private static func dropParameters(from rest: inout ArraySlice<UInt8>) -> Bool {
        while rest.first == UInt8(ascii: ";") {
            rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
            guard let first = rest.popFirst(), first == UInt8(ascii: "*") || isLowerCase(first) else { return false }
            rest = rest.drop { isLowerCase($0) || isDigit($0) || "_-.*".utf8.contains($0) }
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst()
            guard dropBareItem(from: &rest) else { return false }
        }
        return true
    }

    /// Drops one of the eight kinds of values that a parameter can have.
    private static func dropBareItem(from rest: inout ArraySlice<UInt8>) -> Bool {
        switch rest.first {
        case UInt8(ascii: "\""): return takeString(from: &rest) != nil
        case UInt8(ascii: "%"): return dropDisplayString(from: &rest)
        case UInt8(ascii: "?"):
            let value = rest.dropFirst().first
            rest = rest.dropFirst(2)
            return value == UInt8(ascii: "0") || value == UInt8(ascii: "1")
        case UInt8(ascii: ":"):
            rest = rest.dropFirst().drop { isLetter($0) || isDigit($0) || "+/=".utf8.contains($0) }
            return rest.popFirst() == UInt8(ascii: ":")
        case UInt8(ascii: "@"):
            rest = rest.dropFirst()
            return dropNumber(from: &rest, isWhole: true)
        case let byte? where byte == UInt8(ascii: "-") || isDigit(byte): return dropNumber(from: &rest, isWhole: false)
        case let byte? where byte == UInt8(ascii: "*") || isLetter(byte):
            rest = rest.drop { isLetter($0) || isDigit($0) || "!#$%&'*+-.^_`|~:/".utf8.contains($0) }
            return true
        default: return false
        }
    }

    /// Drops a text beyond ASCII, whose bytes are two hexadecimal digits in lower case behind a percent sign.
    private static func dropDisplayString(from rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: "%\"".utf8) else { return false }
        rest = rest.dropFirst(2)
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), isText(byte) {
            guard byte != UInt8(ascii: "\"") else { return String(validating: bytes, as: UTF8.self) != nil }
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard !rest.prefix(2).contains(where: { (0x41...0x5A).contains($0) }), let escaped = rest.popEscapedByte()
            else { return false }
            bytes.append(escaped)
        }
        return false
    }

    /// Drops a number: at most 15 digits, or 12 before the point and 3 behind it.
    private static func dropNumber(from rest: inout ArraySlice<UInt8>, isWhole: Bool) -> Bool {
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let digits = rest.prefix(while: isDigit).count
        rest = rest.dropFirst(digits)
        guard rest.first == UInt8(ascii: "."), !isWhole else { return (1...15).contains(digits) }
        rest = rest.dropFirst()
        let fraction = rest.prefix(while: isDigit).count
        rest = rest.dropFirst(fraction)
        return (1...12).contains(digits) && (1...3).contains(fraction)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLowerCase(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool { isLowerCase(byte | 0x20) }
}
