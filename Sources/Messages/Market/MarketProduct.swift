public import WireJSON

/// One product: an element of a list, or with everything about it the result of `market.products.get`.
///
/// The names of its members are those of the market's clients of the third generation. Sums are the exact texts of JSON
/// numbers, never binary floating point.
public struct MarketProduct: Sendable, Hashable, JSONWritable {
    /// Its number.
    public var id: Int
    /// Whose it is.
    public var vendorID: Int
    /// The vendor's name; in lists only.
    public var vendorName: String?
    /// Its name.
    public var name: String
    /// Its description; in a list `nil` when it is too long for one.
    public var description: String?
    /// The reference of the thumbnail that stands for it.
    public var thumbnail: String
    /// `KRW` or `USD`.
    public var currency: String
    /// The price before the discount.
    public var price: String
    /// What a buyer pays.
    public var bargainPrice: String
    /// What is taken off the price.
    public var discountedPrice: String
    /// How many there are.
    public var stock: Int
    /// When it was registered: `yyyy-MM-dd'T'HH:mm:ss` in UTC.
    public var createdAt: String
    /// When its vendor last changed it, or else when it was registered; the same form.
    public var issuedAt: String
    /// Its pictures, in the order in which they were given; not in lists.
    public var images: [MarketImage]?
    /// Its vendor; not in lists.
    public var vendors: MarketVendor?

    /// Creates a product of what every answer has; set the rest.
    public init(
        id: Int,
        vendorID: Int,
        name: String,
        thumbnail: String,
        currency: String,
        price: String,
        bargainPrice: String,
        discountedPrice: String,
        stock: Int,
        createdAt: String,
        issuedAt: String
    ) {
        self.id = id
        self.vendorID = vendorID
        self.name = name
        self.thumbnail = thumbnail
        self.currency = currency
        self.price = price
        self.bargainPrice = bargainPrice
        self.discountedPrice = discountedPrice
        self.stock = stock
        self.createdAt = createdAt
        self.issuedAt = issuedAt
    }
}
