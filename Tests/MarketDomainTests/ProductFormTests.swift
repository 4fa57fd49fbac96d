import MarketDomain
import Testing

@Suite struct ProductFormTests {
    /// The faults of a new product that would be sound but for one change.
    private func faults(
        pictures: Int = 1,
        by standard: ProductStandard = .market,
        _ change: (inout ProductForm) -> Void = { _ in }
    ) -> [ProductFault] {
        var form = ProductForm.sound
        change(&form)
        do throws(MarketError) {
            _ = try ProductDraft(form, pictures: pictures, by: standard)
            return []
        } catch {
            guard case .invalidProduct(let faults) = error.code else { return [] }
            return faults
        }
    }

    /// One character to a reader; 25 bytes and seven scalars.
    private static let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"
    private static let letters = ["a", "가", "\u{1100}\u{1161}\u{11A8}", "é", "e\u{301}", "🥭", family, "🇰🇷"]

    @Test(arguments: letters, [0, 1, 100, 101])
    func `a name has 1 to 100 characters as people count them`(letter: String, count: Int) {
        let faults = faults { $0.name = String(repeating: letter, count: count) }
        let isSound = (1...100).contains(count)
        #expect(faults == (isSound ? [] : [ProductFault(.name, rule: .characters(1...100))]))
    }

    @Test(arguments: letters, [0, 1, 1_000, 1_001])
    func `a description has at most 1000 characters as people count them`(letter: String, count: Int) {
        let faults = faults { $0.description = String(repeating: letter, count: count) }
        #expect(faults == (count <= 1_000 ? [] : [ProductFault(.description, rule: .characters(0...1_000))]))
    }

    @Test(arguments: letters, [2, 3, 100, 101])
    func `a form asks for a name of 3 to 100 characters`(letter: String, count: Int) {
        let faults = faults(by: .form) { $0.name = String(repeating: letter, count: count) }
        let isSound = (3...100).contains(count)
        #expect(faults == (isSound ? [] : [ProductFault(.name, rule: .characters(3...100))]))
    }

    @Test(arguments: letters, [9, 10, 1_000, 1_001])
    func `a form asks for a description of 10 to 1000 characters`(letter: String, count: Int) {
        let faults = faults(by: .form) { $0.description = String(repeating: letter, count: count) }
        let isSound = (10...1_000).contains(count)
        #expect(faults == (isSound ? [] : [ProductFault(.description, rule: .characters(10...1_000))]))
    }

    @Test func `a description that is left out is empty, and missing in a form`() throws {
        var form = ProductForm.sound
        form.description = nil
        #expect(try ProductDraft(form, pictures: 1).description.isEmpty)
        #expect(faults(by: .form) { $0.description = nil } == [ProductFault(.description, rule: .required)])
    }

    @Test func `three characters cannot be longer than all others together`() {
        let stacked = "a" + String(repeating: "\u{301}", count: 20_000)
        #expect(faults { $0.name = stacked + "bc" } == [ProductFault(.name, rule: .bytes(3_072))])
        #expect(
            faults { $0.description = stacked + "bcdefghijk" } == [ProductFault(.description, rule: .bytes(32_768))]
        )
    }

    @Test func `of far too many characters the characters are told, and not their bytes`() {
        let many = String(repeating: "a", count: 40_000)
        #expect(faults { $0.name = many } == [ProductFault(.name, rule: .characters(1...100))])
        #expect(faults { $0.description = many } == [ProductFault(.description, rule: .characters(0...1_000))])
    }

    @Test(arguments: ["\u{0}", "\u{1B}[2J", "\u{7F}", "\u{9B}", "\n", "\t"])
    func `a name cannot play tricks with a screen`(character: String) {
        #expect(faults { $0.name = "abc" + character }.map(\.rule).contains(.controlCharacters))
    }

    @Test func `a description has lines, and no other control characters`() {
        #expect(faults { $0.description = "one line\r\n\tand\nanother" }.isEmpty)
        #expect(faults { $0.description = "one line \u{1B}[2J" }.map(\.rule) == [.controlCharacters])
    }

    @Test(
        arguments: [
            ("-1", "KRW", [.sum]), ("0", "KRW", []), ("1000000000000", "KRW", []), ("1000000000001", "KRW", [.sum]),
            ("0.5", "KRW", [.fractionDigits(0)]), ("1000.0", "KRW", []), ("-0.5", "KRW", [.sum, .fractionDigits(0)]),
            ("-0.01", "USD", [.sum]), ("0.01", "USD", []), ("0.001", "USD", [.fractionDigits(2)]),
            ("1000000000000", "USD", []), ("1000000000000.01", "USD", [.sum]), ("1e999", "USD", [.sum]),
        ] as [(String, String, [ProductFault.Rule])]
    )
    func `a price is within its limits and its currency`(
        price: String,
        currency: String,
        rules: [ProductFault.Rule]
    ) {
        let faults = faults {
            $0.price = Amount(price)
            $0.currency = currency
            $0.discountedPrice = nil
        }
        #expect(faults == rules.map { ProductFault(.price, rule: $0) })
    }

    @Test(
        arguments: [
            ("-1", [.sum]), ("0", []), ("999", []), ("1000", []), ("1001", [.discountAbovePrice]),
            ("0.5", [.fractionDigits(0)]), ("1000000000001", [.sum]),
        ] as [(String, [ProductFault.Rule])]
    )
    func `a discount is 0 to the price`(discount: String, rules: [ProductFault.Rule]) {
        #expect(
            faults { $0.discountedPrice = Amount(discount) } == rules.map { ProductFault(.discountedPrice, rule: $0) }
        )
    }

    @Test(arguments: [(-1, false), (0, true), (1_000_000_000, true), (1_000_000_001, false), (.max, false)])
    func `a stock is 0 to a thousand million`(stock: Int, isSound: Bool) {
        #expect(
            faults { $0.stock = stock } == (isSound ? [] : [ProductFault(.stock, rule: .quantity(0...1_000_000_000))])
        )
    }

    @Test(arguments: ["", "krw", "EUR", "KRW "])
    func `a currency is one of two`(currency: String) {
        #expect(faults { $0.currency = currency } == [ProductFault(.currency, rule: .currency)])
    }

    @Test(arguments: [(0, false), (1, true), (5, true), (6, false)])
    func `a product has one to five pictures`(count: Int, isSound: Bool) {
        #expect(faults(pictures: count) == (isSound ? [] : [ProductFault(.images, rule: .pictures(1...5))]))
    }

    @Test func `all faults come at once, in the order of the members`() {
        let faults = faults(pictures: 0, by: .form) {
            $0.name = "ab"
            $0.description = "short"
            $0.price = Amount("-1")
            $0.currency = "EUR"
            $0.discountedPrice = Amount("-1")
            $0.stock = -1
        }
        #expect(faults.map(\.member) == [.name, .description, .price, .currency, .discountedPrice, .stock, .images])
    }

    @Test func `what is missing is told, and what depends on it is not`() {
        let faults = faults(by: .form) {
            $0 = ProductForm()
            $0.discountedPrice = Amount(5)
        }
        #expect(faults.map(\.member) == [.name, .description, .price, .currency])
        #expect(faults.allSatisfy { $0.rule == .required })
    }

    @Test func `what is missing is told in its place among the other faults`() {
        let faults = faults(pictures: 0, by: .form) {
            $0.name = nil
            $0.description = "short"
            $0.price = nil
            $0.stock = -1
        }
        #expect(faults.map(\.member) == [.name, .description, .price, .stock, .images])
    }

    @Test func `without a known currency, only what none allows is a fault of the price`() {
        #expect(
            faults {
                $0.currency = "EUR"
                $0.price = Amount("10.50")
                $0.discountedPrice = nil
            }.map(\.member) == [.currency]
        )
    }

    @Test func `discount and stock are 0 where nothing is said`() throws {
        var form = ProductForm.sound
        form.discountedPrice = nil
        form.stock = nil
        let draft = try ProductDraft(form, pictures: 5)
        #expect(draft.discountedPrice == Money(minorUnits: 0, currency: .krw) && draft.stock == 0)
    }

    @Test func `a sentence about a fault says what is wanted and repeats nothing`() {
        #expect(ProductFault(.name, rule: .characters(3...100)).description == "name must have 3 to 100 characters")
        #expect(
            ProductFault(.discountedPrice, rule: .discountAbovePrice).description
                == "discounted_price must be 0 to the price"
        )
        #expect(ProductFault(.currency, rule: .currency).description == "currency must be KRW or USD")
    }
}

extension ProductForm {
    /// A form with nothing to complain about.
    static var sound: ProductForm {
        var form = ProductForm()
        form.name = "망고 한 상자"
        form.description = "잘 익은 망고 열 개입니다."
        form.price = Amount(1_000)
        form.currency = "KRW"
        form.discountedPrice = Amount(100)
        form.stock = 10
        return form
    }
}
