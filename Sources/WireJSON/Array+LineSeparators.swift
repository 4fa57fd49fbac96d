extension [UInt8] {
    /// The same JSON without U+0085, U+2028 and U+2029 as they are: as escapes, which say the same.
    ///
    /// JSON allows them in strings (RFC 8259, section 7), but many readers of lines end one at them, such as Python's
    /// `str.splitlines`, httpx and Java's `Scanner`. For what is one line of a stream: of JSON Lines or of server-sent events.
    /// Not for the wire, where the canonical form of params has them as they are.
    package var withoutLineSeparators: [UInt8] {
        guard let first = indices.first(where: { lineSeparator(at: $0) != nil }) else { return self }
        var escaped = [UInt8](self[..<first])
        escaped.reserveCapacity(count + 16)
        var index = first
        while index < endIndex {
            if let separator = lineSeparator(at: index) {
                escaped.append(contentsOf: separator.escape.utf8)
                index += separator.length
            } else {
                escaped.append(self[index])
                index += 1
            }
        }
        return escaped
    }

    /// The escape of the separator that begins here, and its length in UTF-8.
    @inline(__always)
    private func lineSeparator(at index: Int) -> (escape: String, length: Int)? {
        switch self[index] {
        case 0xC2 where index + 1 < endIndex && self[index + 1] == 0x85: ("\\u0085", 2)
        case 0xE2 where index + 2 < endIndex && self[index + 1] == 0x80 && self[index + 2] == 0xA8: ("\\u2028", 3)
        case 0xE2 where index + 2 < endIndex && self[index + 1] == 0x80 && self[index + 2] == 0xA9: ("\\u2029", 3)
        default: nil
        }
    }
}
