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
            writer.array("changed", of: changed) { writer, name in writer.string(name) }
        }
        writer.member("ref", ref)
        writer.endObject()
    }
}

/// The data of a `market.stock.changed` event: one change of how many there are of one product.
package struct MarketStockChanged: Sendable, Hashable, JSONWritable {
    /// The event's type.
    package static let type = "market.stock.changed"

    /// The product.
    package let product: Int
    /// How many there were.
    package let previous: Int
    /// How many there are now.
    package let quantity: Int
    /// What was added or, negative, taken.
    package var delta: Int { quantity - previous }
    /// The stock's version after the change, from 1.
    package let version: Int
    /// What made the change: `register`, `update`, `purchase` or `delete`, or a newer service's word.
    package let cause: String
    /// The id of what made it: the purchase's for a purchase.
    package let ref: String

    package init(product: Int, previous: Int, quantity: Int, version: Int, cause: String, ref: String) {
        self.product = product
        self.previous = previous
        self.quantity = quantity
        self.version = version
        self.cause = cause
        self.ref = ref
    }

    /// Reads the data of an event; `nil` when a number is missing.
    package init?(_ node: JSONNode) {
        guard let product = node["product"]?.integer, let previous = node["previous"]?.integer,
            let quantity = node["quantity"]?.integer, let version = node["version"]?.integer
        else { return nil }
        self.init(
            product: product,
            previous: previous,
            quantity: quantity,
            version: version,
            cause: node["cause"]?.string ?? "",
            ref: node["ref"]?.string ?? ""
        )
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("product", product)
        writer.member("previous", previous)
        writer.member("quantity", quantity)
        writer.member("delta", delta)
        writer.member("version", version)
        writer.member("cause", cause)
        writer.member("ref", ref)
        writer.endObject()
    }
}
