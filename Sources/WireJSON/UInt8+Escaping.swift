extension UInt8 {
    /// Whether JSON wants this byte of a string escaped.
    @inline(__always)
    var needsEscape: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }

    /// The digit for a value below 16.
    var lowerHexDigit: UInt8 {
        self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "a") + self - 10
    }
}

extension UInt64 {
    /// Whether JSON wants any of the eight bytes of a string escaped.
    ///
    /// Exact as a whole, though not for which byte.
    @inline(__always)
    var holdsEscape: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // A byte below a bound borrows into its high bit, unless that was set to begin with.
        let controls = self &- (ones &* 0x20)
        let quotes = (self ^ (ones &* 0x22)) &- ones
        let backslashes = (self ^ (ones &* 0x5C)) &- ones
        return (controls | quotes | backslashes) & ~self & (ones &* 0x80) != 0
    }
}
