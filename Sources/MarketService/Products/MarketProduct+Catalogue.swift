import MarketDomain
import Messages

extension MarketProduct {
    /// A product with everything about it.
    init(_ entry: CatalogueEntry) {
        let product = entry.product
        self.init(
            id: product.id,
            vendorID: product.vendorID,
            name: product.name,
            thumbnail: MarketImageReference(id: product.thumbnailID, isThumbnail: true).description,
            currency: product.price.currency.rawValue,
            price: product.price.text,
            bargainPrice: product.bargainPrice.text,
            discountedPrice: product.discountedPrice.text,
            stock: product.stock.quantity,
            createdAt: Timestamp.dateTime(entry.created),
            issuedAt: Timestamp.dateTime(entry.issued)
        )
        description = product.description
        images = entry.images.map { MarketImage(id: $0.id, issuedAt: Timestamp.dateTime($0.issued)) }
        vendors = entry.vendor
    }
}
