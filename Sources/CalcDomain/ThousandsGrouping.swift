/// The commas between the thousands of an integer part.
enum ThousandsGrouping {
    /// The commas that so many digits have between them.
    /// - Parameter digits: 1 or more.
    static func commas(in digits: Int) -> Int {
        (digits - 1) / 3
    }

    /// Whether a comma stands before the last so many digits.
    static func hasComma(before digits: Int) -> Bool {
        digits > 0 && digits.isMultiple(of: 3)
    }
}
