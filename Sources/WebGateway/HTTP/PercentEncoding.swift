extension ArraySlice<UInt8> {
    /// Takes the two hexadecimal digits that stand behind a percent sign (RFC 3986, 2.1).
    ///
    /// - Returns: The byte that they name; `nil` when something else is there, and then nothing was taken.
    mutating func popEscapedByte() -> UInt8? {
        guard count >= 2, let high = Self.digit(self[startIndex]), let low = Self.digit(self[startIndex + 1]) else {
            return nil
        }
        self = dropFirst(2)
        return high << 4 | low
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension String {
    /// As a value of a query: RFC 3986, section 2.3.
    var percentEncoded: String {
        var encoded = ""
        for byte in utf8 {
            let isPlain =
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-._~".utf8.contains(byte)
            if isPlain {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}
