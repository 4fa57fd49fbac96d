import MarketDomain
import Messages

/// A product with everything that is known of it.
struct CatalogueEntry {
    var product: Product
    /// Whose it is.
    let vendor: MarketVendor
    /// Its pictures with the times at which they were given, in milliseconds since 1970-01-01 UTC.
    let images: [(id: Int, issued: Int)]
    /// When it was registered, and when its vendor last changed it.
    let created: Int
    var issued: Int
}
