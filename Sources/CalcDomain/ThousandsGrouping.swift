/// The commas between the thousands of an integer part.
enum ThousandsGrouping {
    /// Appends ASCII digits with a comma before every third one from the right.
    static func append(_ digits: some Collection<UInt8>, to text: inout [UInt8]) {
        var left = digits.count
        for digit in digits {
            text.append(digit)
            left -= 1
            if left > 0 && left.isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
        }
    }
}
