internal import HTTPTypes
internal import Hummingbird
internal import Messages
internal import WireJSON

/// Writes products as the clients of a generation read them.
struct OpenMarketProduct: Sendable {
    private let generation: OpenMarketGeneration
    /// Scheme and authority, before the paths of pictures.
    private let origin: String

    /// - Parameters:
    ///   - generation: The client's.
    ///   - request: Its scheme and authority are those of the pictures' URLs. What a proxy might add is not believed.
    init(_ generation: OpenMarketGeneration, _ request: Request) {
        self.generation = generation
        let authority = request.head.authority ?? ""
        let isPlain = authority.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_:[]".contains($0)) }
        origin = authority.isEmpty || !isPlain ? "" : "\(request.head.scheme ?? "http")://\(authority)"
    }

    /// One product with its pictures and its vendor.
    func product(_ product: MarketProduct) -> [UInt8] {
        var writer = JSONWriter()
        write(product, to: &writer)
        return writer.bytes
    }

    /// A page of products.
    func page(_ page: MarketProductPage) -> [UInt8] {
        let isSecond = generation == .second
        var writer = JSONWriter()
        writer.beginObject()
        writer.name(isSecond ? "page_no" : "pageNo")
        writer.integer(page.pageNo)
        writer.name(isSecond ? "items_per_page" : "itemsPerPage")
        writer.integer(page.itemsPerPage)
        writer.name(isSecond ? "total_count" : "totalCount")
        writer.integer(page.totalCount)
        writer.member("offset", page.offset)
        writer.member("limit", page.limit)
        writer.name(isSecond ? "last_page" : "lastPage")
        writer.integer(page.lastPage)
        writer.name(isSecond ? "has_next" : "hasNext")
        writer.boolean(page.hasNext)
        writer.name(isSecond ? "has_prev" : "hasPrev")
        writer.boolean(page.hasPrev)
        writer.name("pages")
        writer.beginArray()
        for product in page.pages { write(product, to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private func write(_ product: MarketProduct, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", product.id)
        writer.member("vendor_id", product.vendorID)
        if let vendorName = product.vendorName { writer.member("vendorName", vendorName) }
        writer.member("name", product.name)
        writer.name(generation.descriptionMember)
        // A list leaves out one that is very long, and clients read no row without one.
        writer.string(product.description ?? "")
        writer.member("thumbnail", url(product.thumbnail))
        writer.member("currency", product.currency)
        writer.name("price")
        writer.number(Self.fraction(product.price))
        writer.name("bargain_price")
        writer.number(Self.fraction(product.bargainPrice))
        writer.name("discounted_price")
        writer.number(Self.fraction(product.discountedPrice))
        writer.member("stock", product.stock)
        writer.member("created_at", generation.date(product.createdAt))
        writer.member("issued_at", generation.date(product.issuedAt))
        if let images = product.images {
            writer.name("images")
            writer.beginArray()
            for image in images { write(image, to: &writer) }
            writer.endArray()
        }
        if let vendor = product.vendors { writer.member("vendors", vendor) }
        writer.endObject()
    }

    private func write(_ image: MarketImage, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", image.id)
        writer.member("url", url(image.url))
        writer.member("thumbnail_url", url(image.thumbnailURL))
        writer.member("issued_at", generation.date(image.issuedAt))
        writer.endObject()
    }

    /// Where a picture can be had, for a reference of the market.
    private func url(_ reference: String) -> String {
        guard let image = MarketImageReference(reference) else { return reference }
        return "\(origin)/api/products/images/\(image.id)\(image.isThumbnail ? "/thumbnail" : "")"
    }

    /// A sum with a fraction, as the clients' decimals expect one: `1200.0` for `1200`.
    private static func fraction(_ sum: String) -> String {
        sum.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") } ? sum + ".0" : sum
    }
}
