/// What someone filled in about a product: everything for a new one, only what shall be different for a change.
///
/// A member that is `nil` was left out, or could not be read and has been complained about already.
package struct ProductForm: Sendable, Hashable {
    package var name: String?
    package var description: String?
    /// Which of its pictures is its cover; only in a change.
    package var thumbnailID: Int?
    /// The price before the discount.
    package var price: Amount?
    /// The currency of price and discount, as it was written.
    package var currency: String?
    /// What is taken off the price.
    package var discountedPrice: Amount?
    /// How many there are.
    package var stock: Int?

    /// Makes an empty form; set what is filled in.
    package init() {}

    /// Whether nothing is filled in.
    package var isEmpty: Bool { self == ProductForm() }
}

extension ProductForm {
    /// Everything that is wrong with the members that were filled in, in their order.
    ///
    /// Rules that hold between two members are reported at one that was filled in: lowering only the price below an
    /// unchanged discount is a fault of the price.
    ///
    /// - Parameters:
    ///   - product: What is changed; `nil` for a new product.
    ///   - standard: What its texts have to be.
    package func faults(changing product: Product?, by standard: ProductStandard = .market) -> [ProductFault] {
        var faults: [ProductFault] = []
        for rule in name.map(standard.name.faults) ?? [] { faults.append(ProductFault(.name, rule: rule)) }
        for rule in description.map(standard.description.faults) ?? [] {
            faults.append(ProductFault(.description, rule: rule))
        }
        if let thumbnailID, let product, !product.imageIDs.contains(thumbnailID) {
            faults.append(ProductFault(.thumbnailID, rule: .foreignPicture))
        }
        faults += sumFaults(changing: product)
        if let stock, !ProductRules.stocks.contains(stock) {
            faults.append(ProductFault(.stock, rule: .quantity(ProductRules.stocks)))
        }
        return faults
    }

    private func sumFaults(changing product: Product?) -> [ProductFault] {
        var faults: [ProductFault] = []
        let chosen = currency.map { Currency(rawValue: $0) } ?? product?.price.currency
        // Without a known currency, only what no currency allows is a fault.
        let fractionDigits = chosen?.fractionDigits ?? Currency.usd.fractionDigits
        let kept = (price: product.map { Amount($0.price) }, discount: product.map { Amount($0.discountedPrice) })

        let priceRules = price.map { rules(of: $0, fractionDigits) } ?? []
        let discountRules = discountedPrice.map { rules(of: $0, fractionDigits) } ?? []
        faults += priceRules.map { ProductFault(.price, rule: $0) }
        // The discount that was kept is above a price that was not: anyone who set the price has to fix it.
        if discountedPrice == nil, let price, priceRules.isEmpty, let discount = kept.discount, discount > price {
            faults.append(ProductFault(.price, rule: .discountAbovePrice))
        }

        if let currency, Currency(rawValue: currency) == nil {
            faults.append(ProductFault(.currency, rule: .currency))
        } else if currency != nil {
            let unchanged = [price == nil ? kept.price : nil, discountedPrice == nil ? kept.discount : nil]
            if unchanged.contains(where: { $0.map { $0.fractionDigits > fractionDigits } ?? false }) {
                faults.append(ProductFault(.currency, rule: .fractionDigits(fractionDigits)))
            }
        }

        faults += discountRules.map { ProductFault(.discountedPrice, rule: $0) }
        if let discountedPrice, discountRules.isEmpty, priceRules.isEmpty, let price = price ?? kept.price,
            discountedPrice > price
        {
            faults.append(ProductFault(.discountedPrice, rule: .discountAbovePrice))
        }
        return faults
    }

    private func rules(of amount: Amount, _ fractionDigits: Int) -> [ProductFault.Rule] {
        var rules: [ProductFault.Rule] = []
        if amount < Amount(0) || amount > Amount(Money.maxAmount) { rules.append(.sum) }
        if amount.fractionDigits > fractionDigits { rules.append(.fractionDigits(fractionDigits)) }
        return rules
    }
}
