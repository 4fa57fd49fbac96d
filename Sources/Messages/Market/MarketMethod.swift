/// The methods of market-service.
package enum MarketMethod {
    /// Whether the market is open, as its first clients ask.
    package static let health = "market.health"
    /// One page of the products, newest first.
    package static let productsList = "market.products.list"
    /// One product with everything about it.
    package static let productsGet = "market.products.get"
    /// Offer a new product.
    package static let productsRegister = "market.products.register"
    /// Change a product.
    package static let productsUpdate = "market.products.update"
    /// Ask for the address under which a product can be deleted.
    package static let productsArchive = "market.products.archive"
    /// Delete a product under such an address.
    package static let productsDelete = "market.products.delete"
    /// Buy some of a product.
    package static let productsPurchase = "market.products.purchase"
    /// One picture.
    package static let imagesGet = "market.images.get"
    /// Admit a new vendor.
    package static let vendorsRegister = "market.vendors.register"
    /// The vendors, newest first.
    package static let vendorsList = "market.vendors.list"
}
