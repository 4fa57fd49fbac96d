import CalcDomain
import Platform
import Testing

@Suite struct `Decimal arithmetic` {
    @Test(arguments: 1...33 as ClosedRange<Int>)
    func `adds one to a power of ten digit for digit`(_ exponent: Int) throws {
        let (power, one) = (try #require(DecimalNumber("1E\(exponent)")), try #require(DecimalNumber("1")))
        #expect(power.adding(one).description == "1" + String(repeating: "0", count: exponent - 1) + "1")
    }

    @Test(arguments: [
        ("0.1", "0.2", "0.3"),
        ("1", "-1", "0"),
        ("1E34", "1", "10000000000000000000000000000000000"),
        ("9999999999999999999999999999999999", "1", "10000000000000000000000000000000000"),
        ("1000000000000000000000000000000001", "0.5", "1000000000000000000000000000000002"),
        ("1000000000000000000000000000000002", "0.5", "1000000000000000000000000000000002"),
        ("1000000000000000000000000000000002", "0.50000000000000000000000001", "1000000000000000000000000000000003"),
        // 2 to the power of 93, times 10 to that of 35: the lower half of the wide number is 0.
        ("9903520314283042199192993792E35", "-1", "9903520314283042199192993792" + String(repeating: "0", count: 35)),
        ("1", "1E-6143", "1"),
        ("1", "-1E-6143", "1"),
        ("-1.5", "0.25", "-1.25"),
        ("0", "-7", "-7"),
    ]) func `adds to 34 digits, ties to even`(left: String, right: String, sum: String) throws {
        let (left, right) = (try #require(DecimalNumber(left)), try #require(DecimalNumber(right)))
        #expect(left.adding(right).description == sum)
        #expect(right.adding(left).description == sum)
        #expect(left.subtracting(right.negated).description == sum)
    }

    @Test(arguments: [
        ("3", "4", "12"),
        ("-0.5", "0.5", "-0.25"),
        ("1000000000000000000000000000000001", "1.5", "1500000000000000000000000000000002"),
        ("1000000000000000000000000000000003", "1.5", "1500000000000000000000000000000004"),
        (
            "9999999999999999999999999999999999", "9999999999999999999999999999999999",
            "99999999999999999999999999999999980000000000000000000000000000000000"
        ),
        ("0", "-5", "0"),
    ]) func `multiplies to 34 digits, ties to even`(left: String, right: String, product: String) throws {
        let (left, right) = (try #require(DecimalNumber(left)), try #require(DecimalNumber(right)))
        let digits = try #require(DecimalNumber(product))
        #expect(left.multiplied(by: right) == digits)
        #expect(right.multiplied(by: left) == digits)
    }

    @Test(arguments: [
        ("10", "3", "3.333333333333333333333333333333333"),
        ("5", "3", "1.666666666666666666666666666666667"),
        ("2", "-3", "-0.6666666666666666666666666666666667"),
        ("1", "8", "0.125"),
        ("6", "3", "2"),
        ("0", "3", "0"),
    ]) func `divides to 34 digits`(left: String, right: String, quotient: String) throws {
        let (left, right) = (try #require(DecimalNumber(left)), try #require(DecimalNumber(right)))
        #expect(left.divided(by: right).description == quotient)
    }

    @Test func `breaks a tie as it is told to`() throws {
        let left = try #require(DecimalNumber("1000000000000000000000000000000002"))
        let half = try #require(DecimalNumber("0.5"))
        #expect(left.adding(half, rounding: .halfEven).description.last == "2")
        #expect(left.adding(half, rounding: .halfAwayFromZero).description.last == "3")
        #expect(left.negated.subtracting(half, rounding: .halfAwayFromZero).description.last == "3")
    }

    @Test func `gives NaN beyond the range and 0 below it`() throws {
        let ten = try #require(DecimalNumber("10"))
        let largest = try #require(DecimalNumber("9999999999999999999999999999999999E6111"))
        let smallest = try #require(DecimalNumber("1E-6143"))
        #expect(!largest.isNaN && largest.multiplied(by: ten).isNaN && largest.adding(largest).isNaN)
        #expect(largest.negated.multiplied(by: ten).isNaN)
        #expect(!smallest.isZero && smallest.divided(by: ten) == .zero)
        #expect(smallest.negated.divided(by: ten) == .zero)
        #expect(DecimalNumber("1E6145")?.isNaN == true)
        #expect(DecimalNumber("9.9E-6144") == .zero)
    }

    @Test func `judges the range after rounding`() {
        #expect(DecimalNumber("9999999999999999999999999999999999.4E6111")?.isNaN == false)
        #expect(DecimalNumber("9999999999999999999999999999999999.5E6111")?.isNaN == true)
        #expect(DecimalNumber("0.99999999999999999999999999999999999E-6143") == DecimalNumber("1E-6143"))
    }

    @Test func `divides by zero to NaN, which stays NaN`() throws {
        let one = try #require(DecimalNumber("1"))
        let nan = one.divided(by: .zero)
        #expect(nan.isNaN && DecimalNumber.zero.divided(by: .zero).isNaN)
        #expect(nan.adding(one).isNaN && one.subtracting(nan).isNaN)
        #expect(nan.multiplied(by: .zero).isNaN && DecimalNumber.zero.divided(by: nan).isNaN)
        #expect(nan == .nan)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>) func `keeps the laws that rounding leaves`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let left = try #require(DecimalNumber(generator.numberText()))
            let right = try #require(DecimalNumber(generator.numberText()))
            #expect(left.adding(right) == right.adding(left))
            #expect(left.multiplied(by: right) == right.multiplied(by: left))
            #expect(left.subtracting(right) == right.subtracting(left).negated)
            #expect(left.subtracting(left) == .zero)
            #expect(left.divided(by: left) == DecimalNumber("1"))
            #expect(left.multiplied(by: right.negated) == left.multiplied(by: right).negated)
            #expect(left.negated.negated == left)
        }
    }
}
