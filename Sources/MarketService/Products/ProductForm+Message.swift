import MarketDomain
import Messages

extension ProductForm {
    /// What a vendor filled in, as the rules take it.
    init(_ form: MarketProductForm) {
        self.init()
        name = form.name
        description = form.description
        thumbnailID = form.thumbnailID
        price = form.price.flatMap { Amount($0) }
        currency = form.currency
        discountedPrice = form.discountedPrice.flatMap { Amount($0) }
        stock = form.stock
    }
}
