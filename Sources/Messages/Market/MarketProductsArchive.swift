/// The params of `market.products.archive`.
package struct MarketProductsArchiveParams: SuiteMessage {
    package var credentials = MarketCredentials()
    package var id = 0

    package init() {}
    package init(credentials: MarketCredentials, id: Int) { (self.credentials, self.id) = (credentials, id) }

    package mutating func members(_ members: inout Members) {
        credentials.identifier(&members)
        members("id", &id, .id, "The product.")
        credentials.secret(&members)
    }
}

/// The params of `market.products.pictures`; new pictures come as attachments.
package struct MarketProductsPicturesParams: SuiteMessage {
    package var credentials = MarketCredentials()
    package var id = 0
    package var keep: [Int] = []

    package init() {}
    package init(credentials: MarketCredentials, id: Int, keep: [Int]) {
        (self.credentials, self.id, self.keep) = (credentials, id, keep)
    }

    package mutating func members(_ members: inout Members) {
        credentials.identifier(&members)
        members("id", &id, .id, "The product.")
        credentials.secret(&members)
        let about: StaticString = "Which of the product's pictures stay; they keep their order."
        members("keep", &keep, .list(of: .id, count: 0...5), about)
    }
}

/// The result of `market.products.archive`: the address under which the product can be deleted, once and soon.
package struct MarketProductsArchiveResult: SuiteMessage {
    package var uri = ""
    package var expiresAt = ""

    package init() {}
    package init(uri: String, expiresAt: String) { (self.uri, self.expiresAt) = (uri, expiresAt) }

    package mutating func members(_ members: inout Members) {
        members("uri", &uri, .text(), "The address under which the product can be deleted, once.")
        members("expires_at", &expiresAt, .text(), "Until when, UTC with milliseconds.")
    }
}
