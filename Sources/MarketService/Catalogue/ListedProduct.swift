import MarketDomain
import Messages
import Pictures

/// A product with everything that is known of it.
struct ListedProduct {
    var product: Product
    /// Whose it is.
    let vendor: MarketVendor
    /// Its pictures.
    let images: [CatalogueImage]
    /// When it was registered, and when its vendor last changed it.
    let created: Int
    var issued: Int
}

/// A picture of a product.
struct CatalogueImage {
    let id: Int
    /// When it was given, in milliseconds since 1970-01-01 UTC.
    let issued: Int
    /// What its file and that of its thumbnail are named by.
    let hash: PictureHash
    let thumbnailHash: PictureHash
}
