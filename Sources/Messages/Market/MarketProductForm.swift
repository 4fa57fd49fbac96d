/// The members of a product that its vendor fills in: all of them optional, because a change names only some.
///
/// Reading finds members of the wrong type. What the values may be is the market's to judge, together with what is
/// missing, so that every fault comes back at once.
package struct MarketProductForm: Sendable, Hashable {
    package var name: String?
    package var description: String?
    /// Only in a change.
    package var thumbnailID: Int?
    /// The text of a JSON number.
    package var price: String?
    /// `KRW` or `USD`.
    package var currency: String?
    /// The text of a JSON number.
    package var discountedPrice: String?
    package var stock: Int?

    /// Creates an empty form; set what is filled in.
    package init() {}

    /// - Parameters:
    ///   - members: Visits them.
    ///   - isChange: Whether a product is changed, whose pictures are known.
    mutating func members(_ members: inout Members, isChange: Bool) {
        members("name", &name, .anyText, "1 to 100 characters as people count them, no control characters.")
        members("description", &description, .anyText, "At most 1000 characters as people count them.")
        if isChange { members("thumbnail_id", &thumbnailID, .id, "One of the product's pictures: it stands for it.") }
        members("price", &price, .decimal, "Before the discount.")
        members("currency", &currency, .anyText, "Of price and discount.")
        members("discounted_price", &discountedPrice, .decimal, "What is taken off; at most the price.")
        members("stock", &stock, .level, "How many there are.")
    }
}

/// By what a vendor says who it is, and proves it.
package struct MarketCredentials: Sendable, Hashable {
    /// The longest identifier and the longest secret, in bytes of UTF-8.
    package static let maxLength = 128

    /// Who it is.
    package var identifier = ""
    /// What only it knows.
    package var secret = ""

    package init() {}
    package init(identifier: String, secret: String) { (self.identifier, self.secret) = (identifier, secret) }

    mutating func identifier(_ members: inout Members) {
        members("identifier", &identifier, .text(bytes: 1...Self.maxLength), "The vendor's.")
    }

    mutating func secret(_ members: inout Members) {
        members("secret", &secret, .text(bytes: 1...Self.maxLength), "The vendor's.")
    }
}

extension MarketCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The identifier alone, so that no log and no test output ever shows a secret.
    package var description: String { identifier }
    package var debugDescription: String { description }
    /// No children: a dump of the value shows the same.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The params of `market.products.check`.
package struct MarketProductsCheckParams: SuiteMessage {
    package var form = MarketProductForm()

    package init() {}

    package mutating func members(_ members: inout Members) {
        form.members(&members, isChange: false)
    }
}

/// The params of `market.products.register`; the pictures come as attachments.
package struct MarketProductsRegisterParams: SuiteMessage {
    package var credentials = MarketCredentials()
    package var form = MarketProductForm()

    package init() {}
    package init(credentials: MarketCredentials, form: MarketProductForm) {
        (self.credentials, self.form) = (credentials, form)
    }

    package mutating func members(_ members: inout Members) {
        credentials.identifier(&members)
        credentials.secret(&members)
        form.members(&members, isChange: false)
    }
}

/// The params of `market.products.update`.
package struct MarketProductsUpdateParams: SuiteMessage {
    package var credentials = MarketCredentials()
    package var id = 0
    package var form = MarketProductForm()

    package init() {}
    package init(credentials: MarketCredentials, id: Int, form: MarketProductForm) {
        (self.credentials, self.id, self.form) = (credentials, id, form)
    }

    package mutating func members(_ members: inout Members) {
        credentials.identifier(&members)
        members("id", &id, .id, "The product.")
        credentials.secret(&members)
        form.members(&members, isChange: true)
    }
}
