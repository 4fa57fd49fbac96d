/// The powers of ten that fit `UInt128`, and the digit counts that follow from them.
enum PowersOfTen {
    /// The largest exponent `power` answers for.
    static let largestExponent = 38

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

    private static let table: [UInt128] = {
        var powers: [UInt128] = [1]
        for exponent in 0..<largestExponent {
            powers.append(powers[exponent] * 10)
        }
        return powers
    }()
}
