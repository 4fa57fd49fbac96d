extension UnsafeMutableBufferPointer<UInt8> {
    /// Puts a number in decimal, with zeros before it.
    ///
    /// - Parameters:
    ///   - number: From 0; of one with more digits only the last ones are put.
    ///   - digits: How many digits to put.
    ///   - offset: Where the first of them goes.
    @inline(__always)
    func put(_ number: Int, digits: Int, at offset: Int) {
        var place = offset + digits
        var rest = number.magnitude
        while place > offset, rest > 0 {
            place -= 1
            self[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        while place > offset {
            place -= 1
            self[place] = UInt8(ascii: "0")
        }
    }
}
