package import WireJSON

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

/// By what a vendor says who it is, and proves it.
package struct MarketCredentials: Sendable, Hashable {
    /// The longest identifier and the longest secret, in bytes of UTF-8.
    package static let maxLength = 128

    /// Who it is.
    package var identifier: String
    /// What only it knows.
    package var secret: String

    package init(identifier: String, secret: String) {
        self.identifier = identifier
        self.secret = secret
    }

    init(from reader: inout ParamsReader) {
        identifier = reader.string("identifier", maxLength: Self.maxLength)
        secret = reader.string("secret", maxLength: Self.maxLength)
    }
}

extension MarketCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The identifier alone, so that no log and no test output ever shows a secret.
    package var description: String { identifier }
    package var debugDescription: String { description }
    /// No children: a dump of the value shows the same.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The params of `market.products.register`; the pictures come as attachments.
package struct MarketProductsRegisterParams: RequestParams, Sendable, Hashable {
    /// Whose product it will be.
    package var credentials: MarketCredentials
    /// What its vendor filled in.
    package var form: MarketProductForm

    package init(credentials: MarketCredentials, form: MarketProductForm) {
        self.credentials = credentials
        self.form = form
    }

    /// Reads the params.
    ///
    /// Members of the form that have to be there are not asked for here: see ``MarketProductForm``.
    package init(from reader: inout ParamsReader) {
        credentials = MarketCredentials(from: &reader)
        form = MarketProductForm(from: &reader, isChange: false)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", credentials.identifier)
        writer.member("secret", credentials.secret)
        form.writeMembers(to: &writer)
        writer.endObject()
    }
}

/// The params of `market.products.update`.
package struct MarketProductsUpdateParams: RequestParams, Sendable, Hashable {
    /// Who changes it.
    package var credentials: MarketCredentials
    /// The product.
    package var id: Int
    /// What shall be different.
    package var form: MarketProductForm

    package init(credentials: MarketCredentials, id: Int, form: MarketProductForm) {
        self.credentials = credentials
        self.id = id
        self.form = form
    }

    package init(from reader: inout ParamsReader) {
        credentials = MarketCredentials(from: &reader)
        id = reader.integer("id", in: 1...Int.max)
        form = MarketProductForm(from: &reader, isChange: true)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", credentials.identifier)
        writer.member("id", id)
        writer.member("secret", credentials.secret)
        form.writeMembers(to: &writer)
        writer.endObject()
    }
}
