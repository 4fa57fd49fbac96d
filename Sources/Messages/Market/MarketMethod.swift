/// The methods of market-service.
public enum MarketMethod {
    /// Whether the market is open, as its first clients ask.
    public static let health = "market.health"
    /// One page of the products, newest first.
    public static let productsList = "market.products.list"
    /// One product with everything about it.
    public static let productsGet = "market.products.get"
    /// Offer a new product.
    public static let productsRegister = "market.products.register"
    /// Change a product.
    public static let productsUpdate = "market.products.update"
    /// Ask for the address under which a product can be deleted.
    public static let productsArchive = "market.products.archive"
    /// Delete a product under such an address.
    public static let productsDelete = "market.products.delete"
    /// Buy some of a product.
    public static let productsPurchase = "market.products.purchase"
    /// One picture.
    public static let imagesGet = "market.images.get"
    /// Admit a new vendor.
    public static let vendorsRegister = "market.vendors.register"
    /// The vendors, newest first.
    public static let vendorsList = "market.vendors.list"
}
