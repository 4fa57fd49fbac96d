import Journal
import MarketDomain
import Messages

extension MarketProduct {
    /// A product with everything about it.
    init(_ entry: ListedProduct) {
        let product = entry.product
        self.init()
        (id, vendorID, name, description) = (product.id, product.vendorID, product.name, product.description)
        thumbnail = MarketImageReference(id: product.thumbnailID, isThumbnail: true).description
        currency = product.price.currency.rawValue
        price = product.price.text
        bargainPrice = product.bargainPrice.text
        discountedPrice = product.discountedPrice.text
        stock = product.stock.quantity
        (createdAt, issuedAt) = (Timestamp.dateTime(entry.created), Timestamp.dateTime(entry.issued))
        let images = entry.images.map { image in
            MarketImage(
                id: image.id,
                issuedAt: Timestamp.dateTime(image.issued),
                hash: image.hash.short,
                thumbnailHash: image.thumbnailHash.short
            )
        }
        thumbnailHash = images.first { $0.id == product.thumbnailID }?.thumbnailHash
        self.images = images
        vendors = entry.vendor
    }
}
