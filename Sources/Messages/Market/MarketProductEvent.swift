/// The data of a `market.product.registered`, `.updated` or `.deleted` event: what a list shows of the product.
package struct MarketProductEvent: SuiteMessage {
    /// The types of event.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A product is new.
        case registered = "market.product.registered"
        /// Its vendor changed it.
        case updated = "market.product.updated"
        /// It is gone.
        case deleted = "market.product.deleted"

        /// The event's type.
        package var type: String { rawValue }
    }

    package var product = 0
    package var vendorID = 0
    package var name = ""
    /// `KRW` or `USD`.
    package var currency = ""
    package var price = "0"
    package var bargainPrice = "0"
    /// `nil` unless it was updated.
    package var changed: [String]?
    package var ref = ""

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("product", &product, .id, "The product.")
        members("vendor_id", &vendorID, .id, "Its vendor.")
        members("name", &name, .text(bytes: 1...3_072), "Its name.")
        members("currency", &currency, .text(), "Of the two sums.")
        members("price", &price, .decimal, "Before the discount.")
        members("bargain_price", &bargainPrice, .decimal, "What a buyer pays.")
        members("changed", &changed, .list(of: .text()), "The members that are different now.")
        members("ref", &ref, .text(bytes: 1...64), "The id of what made it.")
    }
}

/// The data of a `market.stock.changed` event: one change of how many there are of one product.
package struct MarketStockChanged: SuiteMessage {
    /// The event's type.
    package static let type = "market.stock.changed"

    package var product = 0
    package var previous = 0
    package var quantity = 0
    package var version = 0
    /// `register`, `update`, `purchase` or `delete`, or a newer service's word.
    package var cause = ""
    package var ref = ""

    /// What was added or, negative, taken.
    package var delta: Int { quantity - previous }

    package init() {}

    package mutating func members(_ members: inout Members) {
        var delta = delta
        members("product", &product, .id, "The product.")
        members("previous", &previous, .level, "Before.")
        members("quantity", &quantity, .level, "After.")
        members("delta", &delta, .integer(in: -1_000_000_000...1_000_000_000), "quantity - previous, never 0.")
        members("version", &version, .id, "Of the product's stock, after the change.")
        members("cause", &cause, .text(), "What made the change.")
        members("ref", &ref, .text(bytes: 1...64), "The id of what made it.")
    }
}
