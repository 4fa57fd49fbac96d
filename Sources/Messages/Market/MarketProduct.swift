/// One product: an element of a list, or with everything about it the result of `market.products.get`.
///
/// The names of its members are those of the market's clients of the third generation. Sums are the exact texts of JSON
/// numbers, never binary floating point; times are `yyyy-MM-dd'T'HH:mm:ss`.
package struct MarketProduct: SuiteMessage {
    package var id = 0
    package var vendorID = 0
    package var vendorName: String?
    package var name = ""
    /// In a list `nil` when it is too long for one.
    package var description: String?
    package var thumbnail = ""
    package var thumbnailHash: String?
    /// `KRW` or `USD`.
    package var currency = ""
    package var price = "0"
    package var bargainPrice = "0"
    package var discountedPrice = "0"
    package var stock = 0
    package var createdAt = ""
    package var issuedAt = ""
    package var images: [MarketImage]?
    package var vendors: MarketVendor?

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("id", &id, .id, "The product.")
        members("vendor_id", &vendorID, .id, "Its vendor.")
        members("vendorName", &vendorName, .text(bytes: 1...1_536), "The vendor's name; in lists only.")
        members("name", &name, .text(bytes: 1...3_072), "Its name.")
        members("description", &description, .text(bytes: 0...32_768), "About it; a list may leave it out.")
        members("thumbnail", &thumbnail, .text(bytes: 1...64), "The reference of the thumbnail that stands for it.")
        members("thumbnail_hash", &thumbnailHash, .text(), "What tells that thumbnail from every other.")
        members("currency", &currency, .text(), "Of the three sums.")
        members("price", &price, .decimal, "Before the discount.")
        members("bargain_price", &bargainPrice, .decimal, "What a buyer pays.")
        members("discounted_price", &discountedPrice, .decimal, "What is taken off.")
        members("stock", &stock, .level, "How many there are.")
        members("created_at", &createdAt, .text(), "When it was registered. UTC, without a zone.")
        members("issued_at", &issuedAt, .text(), "When its vendor last changed it, or else when it was registered.")
        members("images", &images, .list(of: .message, count: 1...5), "Its pictures; not in lists.")
        members("vendors", &vendors, .message, "Its vendor; not in lists.")
    }
}
