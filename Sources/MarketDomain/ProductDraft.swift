/// A new product, checked: the holder of a  can rely on every rule.
package struct ProductDraft: Sendable, Hashable {
    package let name: String
    package let description: String
    /// Its price before the discount.
    package let price: Money
    /// What is taken off the price, 0 to the price.
    package let discountedPrice: Money
    /// How many there are at first.
    package let stock: Int

    /// Checks a form.
    ///
    /// - Parameters:
    ///   - form: What was filled in; without a discount or a stock, they are 0, and without a description it is empty.
    ///   - pictures: How many pictures came with it.
    ///   - standard: What its texts have to be.
    /// - Throws: ``MarketError`` `invalidProduct` with every fault, in the order of the members.
    package init(
        _ form: ProductForm,
        pictures: Int,
        by standard: ProductStandard = .market
    ) throws(MarketError) {
        var faults = form.faults(changing: nil, by: standard)
        for member in standard.required where form.isMissing(member) {
            faults.append(ProductFault(member, rule: .required))
        }
        if !ProductRules.pictureCounts.contains(pictures) {
            faults.append(ProductFault(.images, rule: .pictures(ProductRules.pictureCounts)))
        }
        guard faults.isEmpty,
            let name = form.name,
            let currency = form.currency.flatMap(Currency.init(rawValue:)),
            let price = form.price.flatMap({ Money($0, currency: currency) }),
            let discountedPrice = Money(form.discountedPrice ?? Amount(0), currency: currency)
        else { throw MarketError(.invalidProduct(faults.inOrderOfMembers)) }
        self.name = name
        description = form.description ?? ""
        self.price = price
        self.discountedPrice = discountedPrice
        stock = form.stock ?? 0
    }
}

extension ProductForm {
    fileprivate func isMissing(_ member: ProductMember) -> Bool {
        switch member {
        case .name: name == nil
        case .description: description == nil
        case .price: price == nil
        case .currency: currency == nil
        default: false
        }
    }
}

extension [ProductFault] {
    /// The faults in the order of the members they are about; those of one member stay in their order.
    fileprivate var inOrderOfMembers: [ProductFault] {
        ProductMember.allCases.flatMap { member in filter { $0.member == member } }
    }
}
