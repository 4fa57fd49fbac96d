package import WireJSON

/// The data of a `market.product.registered`, `.updated` or `.deleted` event: what a list shows of the product.
package struct MarketProductEvent: Sendable, Hashable, JSONWritable {
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

    /// The product.
    package var product: Int
    /// Whose it is.
    package var vendorID: Int
    /// Its name.
    package var name: String
    /// `KRW` or `USD`.
    package var currency: String
    /// The price before the discount, the text of a JSON number.
    package var price: String
    /// What a buyer pays, the text of a JSON number.
    package var bargainPrice: String
    /// The members that are different now, by their names on the wire; `nil` unless it was updated.
    package var changed: [String]?
    /// The id of what made the change, which an event about its stock shares.
    package var ref: String

    /// Creates the data of an event.
    package init(
        product: Int,
        vendorID: Int,
        name: String,
        currency: String,
        price: String,
        bargainPrice: String,
        changed: [String]? = nil,
        ref: String
    ) {
        self.product = product
        self.vendorID = vendorID
        self.name = name
        self.currency = currency
        self.price = price
        self.bargainPrice = bargainPrice
        self.changed = changed
        self.ref = ref
    }

    /// Reads the data of an event; `nil` when it names no product.
    package init?(_ node: JSONNode) {
        guard let product = node["product"]?.integer, let name = node["name"]?.string else { return nil }
        self.init(
            product: product,
            vendorID: node["vendor_id"]?.integer ?? 0,
            name: name,
            currency: node["currency"]?.string ?? "",
            price: node["price"]?.numberText ?? "0",
            bargainPrice: node["bargain_price"]?.numberText ?? "0",
            changed: (node["changed"]?.elements).map { names in names.compactMap(\.string) },
            ref: node["ref"]?.string ?? ""
        )
    }

    /// Writes the data.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("product", product)
        writer.member("vendor_id", vendorID)
        writer.member("name", name)
        writer.member("currency", currency)
        writer.name("price")
        writer.number(price)
        writer.name("bargain_price")
        writer.number(bargainPrice)
        if let changed {
            writer.name("changed")
            writer.beginArray()
            for name in changed { writer.string(name) }
            writer.endArray()
        }
        writer.member("ref", ref)
        writer.endObject()
    }
}
