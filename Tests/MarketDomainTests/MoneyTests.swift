import MarketDomain
import Platform
import Testing

@Suite struct MoneyTests {
    private func money(_ text: String, _ currency: Currency) -> Money? {
        Amount(text).flatMap { Money($0, currency: currency) }
    }

    @Test(
        arguments: [
            ("0", 0, 0), ("-0", 0, 0), ("0.00", 0, 0), ("0e9", 0, 0), ("1", 1, 100), ("1000", 1_000, 100_000),
            ("1000.0", 1_000, 100_000), ("1e3", 1_000, 100_000), ("1E+3", 1_000, 100_000), ("10000e-1", 1_000, 100_000),
            ("0.001e6", 1_000, 100_000), ("1000000000000", 1_000_000_000_000, 100_000_000_000_000), ("-7", -7, -700),
        ] as [(String, Int, Int)]
    )
    func `a number is taken exactly, however it is written`(text: String, won: Int, cents: Int) {
        #expect(money(text, .krw)?.minorUnits == won)
        #expect(money(text, .usd)?.minorUnits == cents)
    }

    @Test(
        arguments: [
            ("0.1", 10), ("0.10", 10), ("10.5", 1_050), ("0.01", 1), ("1e-2", 1),
            ("999999999999.99", 99_999_999_999_999),
            // Each of these is another number in binary floating point.
            ("0.29", 29), ("1.15", 115), ("4.35", 435), ("8.95", 895), ("1000000000000.01", 100_000_000_000_001),
        ] as [(String, Int)]
    )
    func `dollars have cents and won have none`(text: String, cents: Int) {
        #expect(money(text, .usd)?.minorUnits == cents)
        #expect(money(text, .krw) == nil)
    }

    @Test(arguments: ["0.001", "1e-3", "0.0000000000000000000000000000001", "1e-999999999999999999999", "10.005"])
    func `no currency has a smaller unit than a cent`(text: String) throws {
        #expect(try #require(Amount(text)).fractionDigits > 2)
        #expect(money(text, .usd) == nil)
    }

    @Test(arguments: ["1e18", "1e999999999999999999999", "9999999999999999999999999999"])
    func `a sum that does not fit is no money`(text: String) throws {
        #expect(try #require(Amount(text)) > Amount(Money.maxAmount))
        #expect(money(text, .krw) == nil && money(text, .usd) == nil)
    }

    @Test(arguments: [
        "", "-", "+1", "01", "00", ".5", "5.", "1.", "1e", "1e+", "1e5.0", " 1", "1 ", "1,000", "0x1", "NaN", "١",
        "--1", "1-",
        "Infinity", "1.2.3",
    ])
    func `what is no number in JSON is no amount`(text: String) {
        #expect(Amount(text) == nil)
    }

    @Test(
        arguments: [
            (0, "0", "0.00"), (1, "1", "0.01"), (10, "10", "0.10"), (100, "100", "1.00"), (1_050, "1050", "10.50"),
            (-5, "-5", "-0.05"), (100_000_000_000_000, "100000000000000", "1000000000000.00"),
        ] as [(Int, String, String)]
    )
    func `a sum is written with the digits of its currency`(units: Int, won: String, dollars: String) {
        #expect(Money(minorUnits: units, currency: .krw).text == won)
        #expect(Money(minorUnits: units, currency: .usd).text == dollars)
    }

    @Test func `amounts are in the order of their values`() throws {
        let ordered = [
            "-1e20", "-10.01", "-10", "-1", "-0.5", "-0.05", "0", "0.05", "0.051", "0.5", "1", "9.99", "10", "10.01",
            "100", "1e20",
        ]
        let amounts = try ordered.map { try #require(Amount($0)) }
        for (i, left) in amounts.enumerated() {
            for (j, right) in amounts.enumerated() {
                #expect((left < right) == (i < j), "\(ordered[i]) < \(ordered[j])")
                #expect((left == right) == (i == j))
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `what is written is read as it was`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let currency = try #require(Currency.allCases.randomElement(using: &random))
            let digits = Int.random(in: 0...14, using: &random)
            let largest = (0..<digits).reduce(1) { product, _ in product * 10 }
            let money = Money(minorUnits: Int.random(in: -largest...largest, using: &random), currency: currency)
            #expect(Money(try #require(Amount(money.text)), currency: currency) == money)
            #expect(Amount(money) == Amount(money.text))
        }
    }
}
