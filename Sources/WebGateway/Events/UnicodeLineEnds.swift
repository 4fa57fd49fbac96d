extension [UInt8] {
    /// The same JSON with U+0085, U+2028 and U+2029, which can only be in its texts, as escapes.
    ///
    /// They are what Unicode takes for ends of lines beyond those that JSON escapes by itself (UAX #14), and what Python's
    /// `str.splitlines` cuts at.
    func escapingUnicodeLineEnds() -> [UInt8] {
        guard let first = indices.first(where: { unicodeLineEnd(at: $0) != nil }) else { return self }
        var escaped = Array(self[..<first])
        escaped.reserveCapacity(count + 16)
        var rest = first
        while rest < endIndex {
            if let end = unicodeLineEnd(at: rest) {
                escaped.append(contentsOf: end.escape.utf8)
                rest += end.length
            } else {
                escaped.append(self[rest])
                rest += 1
            }
        }
        return escaped
    }

    /// The end of a line that begins at a byte, as it is escaped, and how many bytes it has.
    private func unicodeLineEnd(at index: Int) -> (escape: String, length: Int)? {
        switch self[index] {
        case 0xC2 where index + 1 < count && self[index + 1] == 0x85: (#"\u0085"#, 2)
        case 0xE2 where index + 2 < count && self[index + 1] == 0x80 && self[index + 2] == 0xA8: (#"\u2028"#, 3)
        case 0xE2 where index + 2 < count && self[index + 1] == 0x80 && self[index + 2] == 0xA9: (#"\u2029"#, 3)
        default: nil
        }
    }
}
