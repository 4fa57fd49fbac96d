/// Makes lines of bytes that come in pieces.
struct LineSplitter {
    /// The bytes that are kept of a line; a line that has so many may have been longer.
    let longestLine: Int
    /// The bytes of all pieces so far.
    private(set) var taken = 0

    private var line: [UInt8] = []
    /// Whether anything came since the last line end.
    private var isBegun = false

    /// - Parameter longestLine: The bytes to keep of a line: more than any may have, so that what is cut is refused.
    init(longestLine: Int) {
        self.longestLine = longestLine
    }

    /// The lines that a piece completes, without their ends (LF or CR LF).
    mutating func take(_ bytes: [UInt8]) -> [[UInt8]] {
        taken += bytes.count
        var lines: [[UInt8]] = []
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
    mutating func finish() -> [UInt8]? {
        guard isBegun else { return nil }
        isBegun = false
        return text
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        isBegun = isBegun || !bytes.isEmpty
        line.append(contentsOf: bytes.prefix(longestLine - line.count))
    }

    private var text: [UInt8] {
        Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...])
    }
}
