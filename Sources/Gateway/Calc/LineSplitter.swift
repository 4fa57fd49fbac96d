/// Makes lines of bytes that come in pieces.
struct LineSplitter {
    /// The bytes that are kept of a line: more than any formula may have, so that what is cut is refused all the same.
    static let longestLine = 1 << 17

    private var line: [UInt8] = []
    /// Whether anything came since the last line end.
    private var isBegun = false

    /// The lines that a piece completes, without their ends (LF or CR LF).
    mutating func take(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            append(rest[..<end])
            lines.append(text)
            line.removeAll(keepingCapacity: true)
            rest = rest[(end + 1)...]
            isBegun = false
        }
        append(rest)
        return lines
    }

    /// The last line, where the input ends without a line end.
    mutating func finish() -> String? {
        guard isBegun else { return nil }
        isBegun = false
        return text
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        isBegun = isBegun || !bytes.isEmpty
        line.append(contentsOf: bytes.prefix(Self.longestLine - line.count))
    }

    private var text: String {
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self)
    }
}
