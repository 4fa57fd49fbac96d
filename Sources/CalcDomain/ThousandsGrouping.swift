/// The commas between the thousands of an integer part.
enum ThousandsGrouping {
    /// The commas that so many digits have between them.
    /// - Parameter digits: 1 or more.
    static func commas(in digits: Int) -> Int {
        (digits - 1) / 3
    }

    /// How many of the last so many digits stand before the next comma.
    /// - Parameter digits: 1 or more.
    static func run(beginning digits: Int) -> Int {
        (digits - 1) % 3 + 1
    }
}
