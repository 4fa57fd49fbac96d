internal import WireJSON

/// The members of a product that its vendor fills in: all of them optional, because a change names only some.
///
/// Reading finds members of the wrong type. What the values may be is the market's to judge, together with what is
/// missing, so that every fault comes back at once.
package struct MarketProductForm: Sendable, Hashable {
    /// The name.
    package var name: String?
    /// The description.
    package var description: String?
    /// Which of the product's pictures stands for it; only in a change.
    package var thumbnailID: Int?
    /// The price before the discount, the text of a JSON number.
    package var price: String?
    /// `KRW` or `USD`.
    package var currency: String?
    /// What is taken off the price, the text of a JSON number.
    package var discountedPrice: String?
    /// How many there are, 0…1 000 000 000.
    package var stock: Int?

    /// Creates an empty form; set what is filled in.
    package init() {}

    /// Reads the members.
    ///
    /// - Parameters:
    ///   - reader: Learns which of them have the wrong type.
    ///   - isChange: Whether a product is changed, whose pictures are known.
    package init(from reader: inout ParamsReader, isChange: Bool) {
        name = reader.optionalText("name")
        description = reader.optionalText("description")
        if isChange { thumbnailID = reader.optionalInteger("thumbnail_id", in: 1...Int.max) }
        price = reader.optionalNumber("price")
        currency = reader.optionalText("currency")
        discountedPrice = reader.optionalNumber("discounted_price")
        stock = reader.optionalInteger("stock", in: 0...1_000_000_000)
    }

    func writeMembers(to writer: inout JSONWriter) {
        if let name { writer.member("name", name) }
        if let description { writer.member("description", description) }
        if let thumbnailID { writer.member("thumbnail_id", thumbnailID) }
        if let price {
            writer.name("price")
            writer.number(price)
        }
        if let currency { writer.member("currency", currency) }
        if let discountedPrice {
            writer.name("discounted_price")
            writer.number(discountedPrice)
        }
        if let stock { writer.member("stock", stock) }
    }
}
