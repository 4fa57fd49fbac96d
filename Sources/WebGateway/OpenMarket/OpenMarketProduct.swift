internal import Messages
internal import WireJSON

/// Writes products as the clients of a generation read them.
struct OpenMarketProduct: Sendable {
    private let generation: OpenMarketGeneration
    /// Scheme and authority, before the paths of pictures.
    private let origin: String

    /// - Parameters:
    ///   - generation: The client's.
    ///   - asked: What the client has asked: its scheme and host are those of the pictures' URLs.
    init(for generation: OpenMarketGeneration, at asked: RequestOrigin) {
        self.generation = generation
        let host = asked.host ?? ""
        let isPlain = host.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_:[]".contains($0)) }
        // A proxy that does not say how it was asked was asked by HTTPS, which is what it is there for.
        let scheme = asked.scheme == "http" ? "http" : "https"
        origin = host.isEmpty || !isPlain ? "" : "\(scheme)://\(host)"
    }

    /// One product with its pictures and its vendor.
    func product(_ product: MarketProduct) -> [UInt8] {
        JSONWriter.object { writeMembers(of: product, to: &$0) }
    }

    func page(_ page: MarketProductPage) -> [UInt8] {
        let isSecond = generation == .second
        return JSONWriter.object { writer in
            writer.member(isSecond ? "page_no" : "pageNo", page.pageNo)
            writer.member(isSecond ? "items_per_page" : "itemsPerPage", page.itemsPerPage)
            writer.member(isSecond ? "total_count" : "totalCount", page.totalCount)
            writer.member("offset", page.offset)
            writer.member("limit", page.limit)
            writer.member(isSecond ? "last_page" : "lastPage", page.lastPage)
            writer.member(isSecond ? "has_next" : "hasNext", page.hasNext)
            writer.member(isSecond ? "has_prev" : "hasPrev", page.hasPrev)
            writer.array("pages", of: page.pages) { writer, product in
                writer.object { writer in writeMembers(of: product, to: &writer) }
            }
        }
    }

    private func writeMembers(of product: MarketProduct, to writer: inout JSONWriter) {
        writer.member("id", product.id)
        writer.member("vendor_id", product.vendorID)
        if generation == .third, let vendorName = product.vendorName { writer.member("vendorName", vendorName) }
        writer.member("name", product.name)
        // A list of the third leaves out one that is very long, and clients read no row without one.
        if generation == .third || product.images != nil { writer.member("description", product.description ?? "") }
        writer.member("thumbnail", url(product.thumbnail, hash: product.thumbnailHash))
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
            writer.array("images", of: images) { writer, image in write(image, to: &writer) }
        }
        if let vendor = product.vendors {
            writer.name("vendors")
            write(vendor, to: &writer)
        }
    }

    private func write(_ vendor: MarketVendor, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", vendor.id)
        writer.member("name", vendor.name)
        if generation == .second, let created = vendor.createdAt.map(generation.date) {
            writer.member("created_at", created)
            // A vendor is never changed.
            writer.member("issued_at", created)
        }
        writer.endObject()
    }

    private func write(_ image: MarketImage, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", image.id)
        writer.member("url", url(image.url, hash: image.hash))
        writer.member("thumbnail_url", url(image.thumbnailURL, hash: image.thumbnailHash))
        if generation == .second { writer.member("succeed", true) }
        writer.member("issued_at", generation.date(image.issuedAt))
        writer.endObject()
    }

    /// Where a picture can be had, for a reference of the market: its hash is part of that, so that no other is ever there.
    private func url(_ reference: String, hash: String?) -> String {
        guard let image = MarketImageReference(reference) else { return reference }
        let path = "/api/products/images/\(image.id)\(image.isThumbnail ? "/thumbnail" : "")"
        return origin + path + (hash.map { "?hash=\($0)" } ?? "")
    }

    /// A sum with a fraction, as the clients' decimals expect one: `1200.0` for `1200`.
    private static func fraction(_ sum: String) -> String {
        sum.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") } ? sum + ".0" : sum
    }
}

/// Which generation of the open-market API a client was written against.
enum OpenMarketGeneration: Int, Sendable {
    case second = 2
    case third = 3

    /// What stands before every path of the second, for clients that can change nothing but their base URL.
    static let secondBase = "/v2"

    /// - Parameter base: What stood before the path.
    init(base: String) {
        self = base == Self.secondBase ? .second : .third
    }

    /// A time of the market as clients read one, without a zone: the second generation has hundredths.
    func date(_ text: String) -> String {
        let local = MarketTime.local(text)
        return self == .second ? local + ".00" : local
    }
}
