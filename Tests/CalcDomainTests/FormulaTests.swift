import CalcDomain
import Platform
import Testing

@Suite struct `A formula` {
    @Test(
        arguments: [
            ("2+3*3-1", "14"), ("3/3+2-1", "2"), ("1+2-3*2-3/6", "-0.5"), ("0.1+0.2", "0.3"),
            ("10÷3", "3.33333333333333"),
            ("10÷3×3", "10"), ("5 ÷ 3", "1.66666666666667"), ("8÷0", "NaN"), ("8÷0+1", "NaN"), ("0÷0", "NaN"),
            ("5 − -3", "8"),
            ("-3+5", "2"), ("1,234.5×2", "2,469"), ("9999999999999999+1", "10,000,000,000,000,000"), ("−3−−3", "0"),
            ("5--3", "8"), ("5-3", "2"), ("5 -3", "2"), ("2x-3", "-6"), ("2*−3", "-6"), (".5+5.", "5.5"),
            ("-.5", "-0.5"),
            ("  7  ", "7"), ("1,234,567+0,001", "1,234,568"), ("12,345.678,", nil), ("-0", "0"), ("0×-5", "0"),
            ("007+1", "8"),
            ("1,000.5×1,000", "1,000,500"), ("1÷3×0", "0"), ("100000000000000000000", "1E+20"),
            ("3÷2×10000000000000000000000", "1.5E+22"),
        ] as [(String, String?)]
    ) func `is computed from left to right`(text: String, shown: String?) {
        #expect((try? Formula(text))?.value.display == shown)
    }

    @Test func `keeps 34 digits between its operators`() throws {
        #expect(try Formula("10÷3").value.description == "3.333333333333333333333333333333333")
        #expect(try Formula("2÷3").value.description == "0.6666666666666666666666666666666667")
        #expect(try Formula("9999999999999999+1").value.description == "10000000000000000")
        #expect(try Formula("8÷0").value.description == "NaN")
    }

    @Test func `leaves the number range as NaN at the top and as 0 at the bottom`() throws {
        let square = { (text: String, times: Int) in text + String(repeating: "×" + text, count: times - 1) }
        let big = "1" + String(repeating: "0", count: 512)
        let small = "0." + String(repeating: "0", count: 511) + "1"
        #expect(try Formula(square(big, 12)).value == DecimalNumber("1E6144"))
        #expect(try Formula(square(big, 12) + "×10").value.isNaN)
        #expect(try Formula(square(big, 12) + "×10÷10").value.isNaN)
        #expect(try Formula(square(small, 11) + "×" + small.dropLast(2) + "1").value == DecimalNumber("1E-6143"))
        #expect(try Formula(square(small, 12)).value == .zero)
        #expect(try Formula(String(repeating: "9", count: 6_146)).value.isNaN)
    }

    @Test func `means the same with other spellings and with spaces`() throws {
        let plain = try Formula("-1,234.5+6-7*8/9x-10")
        #expect(try Formula(" −1234.50 + 6 − 7 × 8 ÷ 9 × −10 ") == plain)
        #expect(plain.terms.map(\.operator) == [nil, .plus, .minus, .times, .dividedBy, .times])
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>) func `is the fold of its terms`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            var text = "0"
            var value = DecimalNumber.zero
            for _ in 0..<Int.random(in: 1...20, using: &generator) {
                let step = ArithmeticOperator.allCases.randomElement(using: &generator) ?? .plus
                let number = Int.random(in: -1_000...1_000, using: &generator)
                text += "\(step.rawValue)\(number)"
                value = step.apply(to: value, and: try #require(DecimalNumber(String(number))))
            }
            #expect(try Formula(text).value == value)
        }
    }
}
