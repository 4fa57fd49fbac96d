import MarketDomain
import Platform
import Testing

@Suite struct ProductTests {
    private func product(_ change: (inout ProductForm) -> Void = { _ in }) throws -> Product {
        var form = ProductForm.sound
        change(&form)
        let draft = try ProductDraft(form, pictures: 3)
        return Product.register(id: 7, vendorID: 2, draft: draft, firstImageID: 30, otherImageIDs: [31, 32]).product
    }

    private func form(_ change: (inout ProductForm) -> Void) -> ProductForm {
        var form = ProductForm()
        change(&form)
        return form
    }

    private func faults(_ product: Product, _ form: ProductForm) -> [ProductFault] {
        var copy = product
        do throws(MarketError) {
            _ = try copy.update(form)
            return []
        } catch {
            #expect(copy == product, "a refused change changes nothing")
            guard case .invalidProduct(let faults) = error.code else { return [] }
            return faults
        }
    }

    @Test func `a new product has its first picture for thumbnail, and its stock as a change`() throws {
        let draft = try ProductDraft(.sound, pictures: 1)
        let (product, stock) = Product.register(id: 1, vendorID: 2, draft: draft, firstImageID: 9)
        #expect(product.thumbnailID == 9 && product.imageIDs == [9])
        #expect(product.bargainPrice.text == "900")
        #expect(stock?.previous == 0 && stock?.quantity == 10 && stock?.delta == 10 && stock?.version == 1)
        #expect(stock?.cause == .register)
    }

    @Test func `a new product without stock changes none`() throws {
        var form = ProductForm.sound
        form.stock = 0
        let draft = try ProductDraft(form, pictures: 1)
        let (product, stock) = Product.register(id: 1, vendorID: 2, draft: draft, firstImageID: 9)
        #expect(stock == nil && product.stock == ProductStock(quantity: 0, version: 0))
    }

    @Test func `an update changes what it names`() throws {
        var product = try product()
        let update = try product.update(
            form {
                $0.name = "망고 두 상자"
                $0.thumbnailID = 32
                $0.price = Amount(2_000)
                $0.stock = 4
            }
        )
        #expect(update.changed == [.name, .thumbnailID, .price, .stock])
        #expect(update.stock?.delta == -6 && update.stock?.cause == .update)
        #expect(product.name == "망고 두 상자" && product.thumbnailID == 32 && product.bargainPrice.text == "1900")
        #expect(product.description == ProductForm.sound.description)
    }

    @Test func `an update to what is so already changes nothing`() throws {
        var product = try product()
        let before = product
        let update = try product.update(.sound)
        #expect(update.changed.isEmpty && update.stock == nil && product == before)
    }

    @Test func `an update of nothing is refused`() throws {
        var product = try product()
        let error = try #require(throws: MarketError.self) { try product.update(ProductForm()) }
        #expect(error.code == .nothingToChange)
    }

    @Test func `discount and price fit together whichever of them is changed`() throws {
        let product = try product()
        #expect(faults(product, form { $0.price = Amount(100) }).isEmpty)
        #expect(faults(product, form { $0.price = Amount(99) }) == [ProductFault(.price, rule: .discountAbovePrice)])
        #expect(faults(product, form { $0.discountedPrice = Amount(1_000) }).isEmpty)
        #expect(
            faults(product, form { $0.discountedPrice = Amount(1_001) })
                == [ProductFault(.discountedPrice, rule: .discountAbovePrice)]
        )
        let both = form {
            $0.price = Amount(5_000)
            $0.discountedPrice = Amount(5_000)
        }
        #expect(faults(product, both).isEmpty)
    }

    @Test func `another currency keeps the amounts, if it can hold them`() throws {
        var won = try product()
        #expect(try won.update(form { $0.currency = "USD" }).changed == [.currency])
        #expect(won.price.text == "1000.00" && won.bargainPrice.text == "900.00")

        let dollars = try product {
            $0.currency = "USD"
            $0.price = Amount("10.50")
            $0.discountedPrice = Amount("0.50")
        }
        #expect(faults(dollars, form { $0.currency = "KRW" }) == [ProductFault(.currency, rule: .fractionDigits(0))])
        let price = form {
            $0.currency = "KRW"
            $0.price = Amount(10)
        }
        #expect(
            faults(dollars, price) == [ProductFault(.currency, rule: .fractionDigits(0))],
            "the discount has cents, too"
        )
        let both = form {
            $0.currency = "KRW"
            $0.price = Amount(10)
            $0.discountedPrice = Amount(1)
        }
        #expect(faults(dollars, both).isEmpty)
        #expect(faults(dollars, form { $0.price = Amount("10.255") }).map(\.rule) == [.fractionDigits(2)])
    }

    @Test func `a thumbnail is one of the product's own pictures`() throws {
        let product = try product()
        #expect(faults(product, form { $0.thumbnailID = 31 }).isEmpty)
        #expect(faults(product, form { $0.thumbnailID = 33 }) == [ProductFault(.thumbnailID, rule: .foreignPicture)])
    }

    @Test func `all faults of an update come at once, in order`() throws {
        let bad = form {
            $0.name = ""
            $0.description = "\u{0}"
            $0.thumbnailID = 0
            $0.price = Amount(-1)
            $0.currency = "won"
            $0.discountedPrice = Amount(-1)
            $0.stock = -1
        }
        let members = faults(try product(), bad).map(\.member)
        #expect(members == [.name, .description, .thumbnailID, .price, .currency, .discountedPrice, .stock])
    }

    @Test func `only its vendor is let through`() throws {
        let product = try product()
        try product.checkOwner(2)
        let error = try #require(throws: MarketError.self) { try product.checkOwner(3) }
        #expect(error.code == .permissionDenied)
    }

    @Test func `exactly enough can be purchased, and leaves nothing`() throws {
        var product = try product()
        let change = try product.purchase(10)
        #expect(change.quantity == 0 && change.delta == -10 && change.cause == .purchase)
        let before = product
        let error = try #require(throws: MarketError.self) { try product.purchase(1) }
        #expect(error.code == .insufficientStock(required: 1, available: 0))
        #expect(product == before)
    }

    @Test(arguments: [0, -1, 1_001, Int.min, Int.max])
    func `a purchase asks for 1 to 1000`(quantity: Int) throws {
        var product = try product { $0.stock = 1_000_000 }
        let before = product
        let error = try #require(throws: MarketError.self) { try product.purchase(quantity) }
        #expect(error.code == .quantityOutOfRange && product == before)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the changes of a stock add up to it, and to nothing in the end`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var product = try product { $0.stock = 0 }
        var sum = 0
        var version = 0
        for _ in 0..<1_000 {
            let change: ProductStockChange?
            if Bool.random(using: &random) {
                change = try? product.purchase(Int.random(in: 0...40, using: &random))
            } else {
                change = try product.update(form { $0.stock = Int.random(in: 0...100, using: &random) }).stock
            }
            if let change {
                #expect(change.delta != 0 && change.previous == sum)
                sum += change.delta
                version += 1
                #expect(change.version == version)
            }
            #expect(product.stock == ProductStock(quantity: sum, version: version))
            #expect(sum >= 0)
        }
        sum += product.clearStock()?.delta ?? 0
        #expect(sum == 0)
    }
}
