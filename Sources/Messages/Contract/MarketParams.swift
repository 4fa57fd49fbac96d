// Made by scripts/generate from Protocols/contract and Protocols/schemas. Change those.

package import WireJSON

/// The params of `market.products.list`.
package struct MarketProductsListParams: RequestParams, Sendable, Hashable {
    /// What `page_no` may be.
    package static let pageNoRange = 1...1_000_000_000
    /// What `items_per_page` may be.
    package static let itemsPerPageRange = 1...100
    /// The longest `search_value`, in Unicode scalars.
    package static let searchValueMaxLength = 200
    /// The longest `ifRevision`, in bytes of UTF-8.
    package static let ifRevisionMaxLength = 128

    /// The page.
    package var pageNo: Int
    /// How many products a page has.
    package var itemsPerPage: Int
    /// Only products that contain all of these words.
    package var searchValue: String
    /// The revision that the caller holds.
    package var ifRevision: String?

    package init(pageNo: Int = 1, itemsPerPage: Int = 20, searchValue: String = "", ifRevision: String? = nil) {
        self.pageNo = pageNo
        self.itemsPerPage = itemsPerPage
        self.searchValue = searchValue
        self.ifRevision = ifRevision
    }

    package init(from reader: inout ParamsReader) {
        pageNo = reader.integer("page_no", in: Self.pageNoRange, absent: 1)
        itemsPerPage = reader.integer("items_per_page", in: Self.itemsPerPageRange, absent: 20)
        searchValue = reader.searchText("search_value", maxLength: Self.searchValueMaxLength)
        ifRevision = reader.optionalString("ifRevision", maxLength: Self.ifRevisionMaxLength)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("page_no", pageNo)
        writer.member("items_per_page", itemsPerPage)
        if !searchValue.isEmpty { writer.member("search_value", searchValue) }
        if let ifRevision { writer.member("ifRevision", ifRevision) }
        writer.endObject()
    }
}

/// The params of `market.products.get`.
package struct MarketProductsGetParams: RequestParams, Sendable, Hashable {
    /// The product.
    package var id: Int

    package init(id: Int) {
        self.id = id
    }

    package init(from reader: inout ParamsReader) {
        id = reader.integer("id", in: 1...Int.max)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.endObject()
    }
}

/// The params of `market.products.delete`.
package struct MarketProductsDeleteParams: RequestParams, Sendable, Hashable {
    /// The longest `identifier`, in bytes of UTF-8.
    package static let identifierMaxLength = 128
    /// The longest `uri`, in bytes of UTF-8.
    package static let uriMaxLength = 256

    /// The vendor's.
    package var identifier: String
    /// What market.products.archive gave.
    package var uri: String

    package init(identifier: String, uri: String) {
        self.identifier = identifier
        self.uri = uri
    }

    package init(from reader: inout ParamsReader) {
        identifier = reader.string("identifier", maxLength: Self.identifierMaxLength)
        uri = reader.string("uri", maxLength: Self.uriMaxLength)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("identifier", identifier)
        writer.member("uri", uri)
        writer.endObject()
    }
}

/// The params of `market.products.purchase`.
package struct MarketProductsPurchaseParams: RequestParams, Sendable, Hashable {
    /// What `quantity` may be.
    package static let quantityRange = 1...1000

    /// The product.
    package var id: Int
    /// How many.
    package var quantity: Int

    package init(id: Int, quantity: Int) {
        self.id = id
        self.quantity = quantity
    }

    package init(from reader: inout ParamsReader) {
        id = reader.integer("id", in: 1...Int.max)
        quantity = reader.integer("quantity", in: Self.quantityRange)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("quantity", quantity)
        writer.endObject()
    }
}

/// The params of `market.vendors.register`.
package struct MarketVendorsRegisterParams: RequestParams, Sendable, Hashable {
    /// The longest `name`, in bytes of UTF-8.
    package static let nameMaxLength = 1536

    /// 1 to 50 characters as people count them, at most 1536 bytes, no control characters, not only blanks.
    package var name: String

    package init(name: String) {
        self.name = name
    }

    package init(from reader: inout ParamsReader) {
        name = reader.string("name", maxLength: Self.nameMaxLength)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", name)
        writer.endObject()
    }
}

/// The params of `market.vendors.list`.
package struct MarketVendorsListParams: RequestParams, Sendable, Hashable {
    /// The longest `after`, in bytes of UTF-8.
    package static let afterMaxLength = 32
    /// What `limit` may be.
    package static let limitRange = 1...100

    /// The next of the page before; absent: the newest.
    package var after: String?
    /// At most this many.
    package var limit: Int

    package init(after: String? = nil, limit: Int = 20) {
        self.after = after
        self.limit = limit
    }

    package init(from reader: inout ParamsReader) {
        after = reader.optionalString("after", maxLength: Self.afterMaxLength)
        limit = reader.integer("limit", in: Self.limitRange, absent: 20)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let after { writer.member("after", after) }
        writer.member("limit", limit)
        writer.endObject()
    }
}
