extension Timestamp {
    /// Reads a moment as ``text(_:)`` writes it.
    ///
    /// - Returns: Milliseconds since 1970-01-01 UTC; `nil` for a text of another form.
    package static func milliseconds(_ text: String) -> Int? {
        let pattern = Array("dddd-dd-ddTdd:dd:dd.dddZ".utf8)
        let bytes = Array(text.utf8)
        guard bytes.count == pattern.count else { return nil }
        var parts = [0]
        for (byte, expected) in zip(bytes, pattern) {
            if expected == UInt8(ascii: "d") {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                parts[parts.count - 1] = parts[parts.count - 1] * 10 + Int(byte - UInt8(ascii: "0"))
            } else {
                guard byte == expected else { return nil }
                parts.append(0)
            }
        }
        guard (1...12).contains(parts[1]), (1...31).contains(parts[2]) else { return nil }
        // Years that begin in March, as where it is written; the days of 400 of them are alike.
        let year = parts[1] > 2 ? parts[0] : parts[0] - 1
        let dayOfYear = (153 * (parts[1] > 2 ? parts[1] - 3 : parts[1] + 9) + 2) / 5 + parts[2] - 1
        let days = 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
        return (((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5]) * 1_000 + parts[6]
    }
}
