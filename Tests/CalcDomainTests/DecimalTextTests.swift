import CalcDomain
import Platform
import Testing

@Suite struct `Decimal text` {
    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("-0.00", "0"), ("007", "7"), (".5", "0.5"), ("5.", "5"), ("1.500", "1.5"),
        ("-12.5", "-12.5"), ("1E3", "1000"), ("1e+3", "1000"), ("25E-4", "0.0025"), ("1.25E1", "12.5"), ("NaN", "NaN"),
        ("12345678901234567890123456789012345", "12345678901234567890123456789012340"),
        ("12345678901234567890123456789012335", "12345678901234567890123456789012340"),
        ("123456789012345678901234567890123450000000001", "123456789012345678901234567890123500000000000"),
        ("0.12345678901234567890123456789012345", "0.1234567890123456789012345678901234"),
        ("0.123456789012345678901234567890123450000000000000001", "0.1234567890123456789012345678901235"),
    ]) func `reads a text and writes it plainly`(text: String, plain: String) {
        #expect(DecimalNumber(text)?.description == plain)
    }

    @Test(arguments: [
        "", "-", ".", "-.", "+1", "--1", "1.2.3", "1,000", " 1", "1 ", "E5", "1E", "1E+", "1E1.5", "1E--1", "nan",
        "Infinity",
        "0x1", "1E99999999999999999999", "1E12345678", "\u{661}",
    ]) func `refuses what is no number`(text: String) {
        #expect(DecimalNumber(text) == nil)
    }

    @Test func `writes the limits of the range in full`() {
        #expect(DecimalNumber("1E6144")?.description == "1" + String(repeating: "0", count: 6_144))
        #expect(DecimalNumber("-1E-6143")?.description == "-0." + String(repeating: "0", count: 6_142) + "1")
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>) func `reads back what it wrote`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let number = try #require(DecimalNumber(generator.numberText()))
            #expect(DecimalNumber(number.description) == number)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>) func `writes integers of every length as Swift does`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for bits in 0...112 {
            for _ in 0..<20 {
                let integer = UInt128.random(in: 0...(1 << bits), using: &generator)
                #expect(DecimalNumber(String(integer))?.description == String(integer))
            }
        }
    }

    @Test func `keeps the zeros inside a number, wherever its digits are split`() {
        for zeros in 0...32 {
            let text = "1" + String(repeating: "0", count: zeros) + "1"
            #expect(DecimalNumber(text)?.description == text)
            #expect(DecimalNumber("0." + text)?.description == "0." + text)
            #expect(DecimalNumber(text + "E-\(zeros / 2 + 1)")?.description.filter { $0 != "." } == text)
        }
    }
}
