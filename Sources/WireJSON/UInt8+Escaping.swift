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

extension UnsafeBufferPointer<UInt8> {
    /// The index of the first byte that JSON wants escaped, if any.
    ///
    /// Eight bytes are looked at together; the last eight may overlap those before.
    var firstEscape: Int? {
        let raw = UnsafeRawBufferPointer(self)
        var index = 0
        if count >= 8 {
            let last = count &- 8
            while !raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).holdsEscape {
                if index == last { return nil }
                index = Swift.min(index &+ 8, last)
            }
        }
        while index < count {
            if self[index].needsEscape { return index }
            index &+= 1
        }
        return nil
    }
}

extension UInt64 {
    /// Whether any of the eight bytes needs an escape.
    ///
    /// Exact as a whole, though not for which byte.
    @inline(__always)
    fileprivate var holdsEscape: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // A byte below a bound borrows into its high bit, unless that was set to begin with.
        func anyBelow(_ bound: UInt64, _ word: UInt64) -> UInt64 { (word &- ones &* bound) & ~word }
        let quote = self ^ (ones &* 0x22)
        let backslash = self ^ (ones &* 0x5C)
        return (anyBelow(0x20, self) | anyBelow(1, quote) | anyBelow(1, backslash)) & (ones &* 0x80) != 0
    }
}
