/// The powers of ten that fit `UInt128`, and the digit counts that follow from them.
enum PowersOfTen {
    /// The largest exponent `power` answers for.
    static let maxExponent = 38

    /// 10 to the power of `exponent`.
    /// - Parameter exponent: 0…38.
    static func power(_ exponent: Int) -> UInt128 {
        table[exponent]
    }

    /// The number of decimal digits of `value`; 0 has none.
    static func digitCount(_ value: UInt128) -> Int {
        let estimate = digitEstimate(bitWidth: UInt128.bitWidth - value.leadingZeroBitCount)
        return value >= table[estimate] ? estimate + 1 : estimate
    }

    /// The whole part of `bitWidth` × log₁₀ 2: the digit count of a number that wide, or one less.
    ///
    /// The factor is 0.30102921; its error stays below the distance of every power of two up to 2²⁵⁶ from a power of ten.
    static func digitEstimate(bitWidth: Int) -> Int {
        (bitWidth * 78_913) >> 18
    }

    /// Written out, so that it is data of the program: nothing has to be made, or asked for, at the first use.
    private static let table: InlineArray<39, UInt128> = [
        1,
        10,
        100,
        1_000,
        10_000,
        100_000,
        1_000_000,
        10_000_000,
        100_000_000,
        1_000_000_000,
        10_000_000_000,
        100_000_000_000,
        1_000_000_000_000,
        10_000_000_000_000,
        100_000_000_000_000,
        1_000_000_000_000_000,
        10_000_000_000_000_000,
        100_000_000_000_000_000,
        1_000_000_000_000_000_000,
        10_000_000_000_000_000_000,
        100_000_000_000_000_000_000,
        1_000_000_000_000_000_000_000,
        10_000_000_000_000_000_000_000,
        100_000_000_000_000_000_000_000,
        1_000_000_000_000_000_000_000_000,
        10_000_000_000_000_000_000_000_000,
        100_000_000_000_000_000_000_000_000,
        1_000_000_000_000_000_000_000_000_000,
        10_000_000_000_000_000_000_000_000_000,
        100_000_000_000_000_000_000_000_000_000,
        1_000_000_000_000_000_000_000_000_000_000,
        10_000_000_000_000_000_000_000_000_000_000,
        100_000_000_000_000_000_000_000_000_000_000,
        1_000_000_000_000_000_000_000_000_000_000_000,
        10_000_000_000_000_000_000_000_000_000_000_000,
        100_000_000_000_000_000_000_000_000_000_000_000,
        1_000_000_000_000_000_000_000_000_000_000_000_000,
        10_000_000_000_000_000_000_000_000_000_000_000_000,
        100_000_000_000_000_000_000_000_000_000_000_000_000,
    ]
}
