package struct Product: Sendable, Hashable {
    /// Its number, from 1.
    package let id: Int
    /// Whose it is.
    package let vendorID: Int
    package private(set) var name: String
    package private(set) var description: String
    /// Its pictures, in the order in which they were given.
    package private(set) var imageIDs: [Int]
    /// Which of them is its cover.
    package private(set) var thumbnailID: Int
    /// Its price before the discount.
    package private(set) var price: Money
    /// What is taken off the price, in the same currency.
    package private(set) var discountedPrice: Money
    /// How many there are.
    package private(set) var stock: ProductStock

    /// What a buyer pays: the price less the discount.
    package var bargainPrice: Money {
        Money(minorUnits: price.minorUnits - discountedPrice.minorUnits, currency: price.currency)
    }

    /// Makes a product of what is known of it, such as from a store.
    package init(
        id: Int,
        vendorID: Int,
        name: String,
        description: String,
        imageIDs: [Int],
        thumbnailID: Int,
        price: Money,
        discountedPrice: Money,
        stock: ProductStock
    ) {
        self.id = id
        self.vendorID = vendorID
        self.name = name
        self.description = description
        self.imageIDs = imageIDs
        self.thumbnailID = thumbnailID
        self.price = price
        self.discountedPrice = discountedPrice
        self.stock = stock
    }

    /// Makes a new product; the first of its pictures is its cover.
    ///
    /// - Returns: The product, and the change of its stock unless that is 0.
    package static func register(
        id: Int,
        vendorID: Int,
        draft: ProductDraft,
        firstImageID: Int,
        otherImageIDs: [Int] = []
    ) -> (product: Product, stock: ProductStockChange?) {
        var stock = ProductStock()
        let change = stock.set(draft.stock, cause: .register)
        let product = Product(
            id: id,
            vendorID: vendorID,
            name: draft.name,
            description: draft.description,
            imageIDs: [firstImageID] + otherImageIDs,
            thumbnailID: firstImageID,
            price: draft.price,
            discountedPrice: draft.discountedPrice,
            stock: stock
        )
        return (product, change)
    }

    /// Refuses everybody but the product's vendor.
    ///
    /// - Throws: ``MarketError`` `permissionDenied`.
    package func checkOwner(_ vendorID: Int) throws(MarketError) {
        guard vendorID == self.vendorID else { throw MarketError(.permissionDenied) }
    }

    /// Changes what a form names: all of it, or nothing.
    ///
    /// - Returns: The members that are different now, in their order, and the change of the stock if that is one of
    ///   them. Nothing is when everything was so already.
    /// - Throws: ``MarketError``: `nothingToChange` for an empty form, or `invalidProduct` with every fault.
    package mutating func update(_ form: ProductForm) throws(MarketError) -> ProductUpdate {
        guard !form.isEmpty else { throw MarketError(.nothingToChange) }
        let faults = form.faults(changing: self)
        let currency = form.currency.flatMap(Currency.init(rawValue:)) ?? price.currency
        guard faults.isEmpty,
            let newPrice = Money(form.price ?? Amount(price), currency: currency),
            let newDiscount = Money(form.discountedPrice ?? Amount(discountedPrice), currency: currency)
        else { throw MarketError(.invalidProduct(faults)) }

        let before = self
        name = form.name ?? name
        description = form.description ?? description
        thumbnailID = form.thumbnailID ?? thumbnailID
        price = newPrice
        discountedPrice = newDiscount
        let stockChange = stock.set(form.stock ?? stock.quantity, cause: .update)
        return ProductUpdate(changed: members(differentFrom: before), stock: stockChange)
    }

    /// Replaces its pictures; the first is its cover where the present one is not among them.
    ///
    /// - Parameter ids: 1 to 5, in their order.
    /// - Returns: The members that are different now, in their order.
    package mutating func setPictures(_ ids: [Int]) -> [ProductMember] {
        let before = self
        imageIDs = ids
        if !ids.contains(thumbnailID) { thumbnailID = ids.first ?? thumbnailID }
        return members(differentFrom: before)
    }

    /// Sells some: all that are asked for, or none.
    ///
    /// - Parameter quantity: How many, within ``ProductRules/purchaseQuantities``.
    /// - Returns: The change of the stock.
    /// - Throws: ``MarketError``: `quantityOutOfRange` or `insufficientStock`.
    package mutating func purchase(_ quantity: Int) throws(MarketError) -> ProductStockChange {
        try stock.purchase(quantity)
    }

    /// Takes away what is left when the product is deleted, so that all changes of a stock add up to 0.
    ///
    /// - Returns: The change of the stock; `nil` when nothing was left.
    package mutating func clearStock() -> ProductStockChange? {
        stock.set(0, cause: .delete)
    }

    private func members(differentFrom other: Product) -> [ProductMember] {
        ProductMember.allCases.filter { member in
            switch member {
            case .name: !name.utf8.elementsEqual(other.name.utf8)
            case .description: !description.utf8.elementsEqual(other.description.utf8)
            case .thumbnailID: thumbnailID != other.thumbnailID
            case .price: Amount(price) != Amount(other.price)
            case .currency: price.currency != other.price.currency
            case .discountedPrice: Amount(discountedPrice) != Amount(other.discountedPrice)
            case .stock: stock != other.stock
            case .images: imageIDs != other.imageIDs
            }
        }
    }
}

/// What a change of a product came to.
package struct ProductUpdate: Sendable, Hashable {
    /// The members that are different now, in their order; empty when everything was so already.
    package let changed: [ProductMember]
    /// The change of the stock, if that is one of them.
    package let stock: ProductStockChange?
}
