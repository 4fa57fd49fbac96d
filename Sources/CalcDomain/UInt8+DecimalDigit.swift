extension UInt8 {
    /// The value of this byte as an ASCII decimal digit, 0…9; nil when it is none.
    var decimalDigit: UInt8? {
        let digit = self &- UInt8(ascii: "0")
        return digit < 10 ? digit : nil
    }
}
