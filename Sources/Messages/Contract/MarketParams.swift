// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.

/// The params of `market.products.list`.
package struct MarketProductsListParams: SuiteMessage {
    /// The longest `ifRevision`, in bytes of UTF-8.
    package static let ifRevisionMaxLength = 128

    package var pageNo: Int = 1
    package var itemsPerPage: Int = 20
    package var searchValue: String = ""
    package var ifRevision: String?

    package init() {}
    package init(pageNo: Int = 1, itemsPerPage: Int = 20, searchValue: String = "", ifRevision: String? = nil) {
        self.pageNo = pageNo
        self.itemsPerPage = itemsPerPage
        self.searchValue = searchValue
        self.ifRevision = ifRevision
    }

    package mutating func members(_ members: inout Members) {
        members("page_no", &pageNo, .integer(in: 1...1_000_000_000), "The page.", need: .optional)
        members(
            "items_per_page",
            &itemsPerPage,
            .integer(in: 1...100),
            "How many products a page has.",
            need: .optional
        )
        members.search(
            "search_value",
            &searchValue,
            characters: 0...200,
            "Only products that contain all of these words."
        )
        members(
            "ifRevision",
            &ifRevision,
            .text(bytes: 1...Self.ifRevisionMaxLength),
            "The revision that the caller holds."
        )
    }
}

/// The params of `market.products.get`.
package struct MarketProductsGetParams: SuiteMessage {
    package var id: Int = 0

    package init() {}
    package init(id: Int) { self.id = id }

    package mutating func members(_ members: inout Members) {
        members("id", &id, .integer(in: 1...Int.max), "The product.")
    }
}

/// The params of `market.products.delete`.
package struct MarketProductsDeleteParams: SuiteMessage {
    /// The longest `uri`, in bytes of UTF-8.
    package static let uriMaxLength = 256

    package var identifier: String = ""
    package var uri: String = ""

    package init() {}
    package init(identifier: String, uri: String) {
        self.identifier = identifier
        self.uri = uri
    }

    package mutating func members(_ members: inout Members) {
        members("identifier", &identifier, .text(bytes: 1...128), "The vendor's.")
        members("uri", &uri, .text(bytes: 1...Self.uriMaxLength), "What market.products.archive gave.")
    }
}

/// The params of `market.products.purchase`.
package struct MarketProductsPurchaseParams: SuiteMessage {
    package var id: Int = 0
    package var quantity: Int = 0

    package init() {}
    package init(id: Int, quantity: Int) {
        self.id = id
        self.quantity = quantity
    }

    package mutating func members(_ members: inout Members) {
        members("id", &id, .integer(in: 1...Int.max), "The product.")
        members("quantity", &quantity, .integer(in: 1...1000), "How many.")
    }
}

/// The params of `market.vendors.register`.
package struct MarketVendorsRegisterParams: SuiteMessage {
    package var name: String = ""

    package init() {}
    package init(name: String) { self.name = name }

    package mutating func members(_ members: inout Members) {
        members(
            "name",
            &name,
            .text(bytes: 1...1536),
            "1 to 50 characters as people count them, at most 1536 bytes, no control characters, not only blanks."
        )
    }
}

/// The params of `market.vendors.list`.
package struct MarketVendorsListParams: SuiteMessage {
    package var after: String?
    package var limit: Int = 20

    package init() {}
    package init(after: String? = nil, limit: Int = 20) {
        self.after = after
        self.limit = limit
    }

    package mutating func members(_ members: inout Members) {
        members("after", &after, .text(bytes: 1...32), "The next of the page before; absent: the newest.")
        members("limit", &limit, .integer(in: 1...100), "At most this many.", need: .optional)
    }
}
