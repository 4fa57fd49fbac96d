package import WireJSON

/// One product: an element of a list, or with everything about it the result of `market.products.get`.
///
/// The names of its members are those of the market's clients of the third generation. Sums are the exact texts of JSON
/// numbers, never binary floating point.
package struct MarketProduct: Sendable, Hashable, JSONWritable {
    /// Its number.
    package var id: Int
    /// Whose it is.
    package var vendorID: Int
    /// The vendor's name; in lists only.
    package var vendorName: String?
    /// Its name.
    package var name: String
    /// Its description; in a list `nil` when it is too long for one.
    package var description: String?
    /// The reference of the thumbnail that stands for it.
    package var thumbnail: String
    /// What tells that thumbnail from every other; see ``MarketImage/hash``.
    package var thumbnailHash: String?
    /// `KRW` or `USD`.
    package var currency: String
    /// The price before the discount.
    package var price: String
    /// What a buyer pays.
    package var bargainPrice: String
    /// What is taken off the price.
    package var discountedPrice: String
    /// How many there are.
    package var stock: Int
    /// When it was registered: `yyyy-MM-dd'T'HH:mm:ss` in UTC.
    package var createdAt: String
    /// When its vendor last changed it, or else when it was registered; the same form.
    package var issuedAt: String
    /// Its pictures, in the order in which they were given; not in lists.
    package var images: [MarketImage]?
    /// Its vendor; not in lists.
    package var vendors: MarketVendor?

    /// Creates a product of what every answer has; set the rest.
    package init(
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

extension MarketProduct {
    /// Reads a product; `nil` when a member that every answer has is missing.
    package init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer, let vendorID = node["vendor_id"]?.integer,
            let name = node["name"]?.string, let thumbnail = node["thumbnail"]?.string,
            let currency = node["currency"]?.string, let price = node["price"]?.numberText,
            let bargainPrice = node["bargain_price"]?.numberText,
            let discountedPrice = node["discounted_price"]?.numberText, let stock = node["stock"]?.integer,
            let createdAt = node["created_at"]?.string, let issuedAt = node["issued_at"]?.string
        else { return nil }
        self.init(
            id: id,
            vendorID: vendorID,
            name: name,
            thumbnail: thumbnail,
            currency: currency,
            price: price,
            bargainPrice: bargainPrice,
            discountedPrice: discountedPrice,
            stock: stock,
            createdAt: createdAt,
            issuedAt: issuedAt
        )
        thumbnailHash = node["thumbnail_hash"]?.string
        vendorName = node["vendorName"]?.string
        description = node["description"]?.string
        images = (node["images"]?.elements).map { images in images.compactMap { MarketImage($0) } }
        vendors = node["vendors"].flatMap { MarketVendor($0) }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("vendor_id", vendorID)
        if let vendorName { writer.member("vendorName", vendorName) }
        writer.member("name", name)
        if let description { writer.member("description", description) }
        writer.member("thumbnail", thumbnail)
        if let thumbnailHash { writer.member("thumbnail_hash", thumbnailHash) }
        writer.member("currency", currency)
        writer.name("price")
        writer.number(price)
        writer.name("bargain_price")
        writer.number(bargainPrice)
        writer.name("discounted_price")
        writer.number(discountedPrice)
        writer.member("stock", stock)
        writer.member("created_at", createdAt)
        writer.member("issued_at", issuedAt)
        if let images { writer.member("images", images) }
        if let vendors { writer.member("vendors", vendors) }
        writer.endObject()
    }
}
