import Foundation
import Messages
import Testing

/// The clients of the market's third generation, whose models are older than this service.
@Suite struct ThirdGenerationClientTests {
    private struct Page: Decodable {
        let pageNo, itemsPerPage, totalCount, offset, limit, lastPage: Int
        let hasNext, hasPrev: Bool
        let pages: [Product]
    }

    private struct Product: Decodable {
        enum CodingKeys: String, CodingKey {
            case id, vendorName, name, description, thumbnail, currency, price, stock, images, vendors
            case vendorID = "vendor_id"
            case bargainPrice = "bargain_price"
            case discountedPrice = "discounted_price"
            case createdAt = "created_at"
            case issuedAt = "issued_at"
        }

        let id, vendorID: Int
        let vendorName: String?
        let name: String
        let description: String?
        let thumbnail: String
        let currency: Currency
        let price, bargainPrice, discountedPrice: Double
        let stock: Int
        let createdAt, issuedAt: Date
        let images: [Image]?
        let vendors: Vendor?
    }

    private enum Currency: String, Decodable {
        case krw = "KRW"
        case usd = "USD"
    }

    private struct Image: Decodable {
        enum CodingKeys: String, CodingKey {
            case id, url
            case thumbnailURL = "thumbnail_url"
            case issuedAt = "issued_at"
        }

        let id: Int
        let url, thumbnailURL: URL
        let issuedAt: Date
    }

    private struct Vendor: Decodable {
        let id: Int
        let name: String
    }

    private var decoder: JSONDecoder {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .formatted(formatter)
        return decoder
    }

    @Test func `read a page`() throws {
        let page = try decoder.decode(Page.self, from: Data(MarketProductPage.sample.jsonBytes))
        #expect(page.pageNo == 1 && page.itemsPerPage == 10 && page.totalCount == 116)
        #expect(page.offset == 0 && page.limit == 10)
        #expect(page.lastPage == 12 && page.hasNext && !page.hasPrev)
        #expect(page.pages.map(\.id) == [42, 41] as [Int])
        #expect(page.pages.first?.vendorName == "동네 가게" && page.pages.first?.currency == .usd)
        #expect(page.pages.first?.price == 10.5 && page.pages.first?.bargainPrice == 10)
        #expect(page.pages.last?.description == nil)
    }

    @Test func `read a product with everything about it`() throws {
        let product = try decoder.decode(Product.self, from: Data(MarketProduct.sample.jsonBytes))
        #expect(product.vendorID == 2 && product.vendors?.name == "동네 가게" && product.vendorName == nil)
        #expect(product.price == 1_000 && product.discountedPrice == 100 && product.stock == 10)
        #expect(product.createdAt.timeIntervalSince1970 == 1_795_230_245)
        #expect(product.issuedAt.timeIntervalSince(product.createdAt) == 1)
        #expect(product.thumbnail == "market:images/17/thumbnail")
        #expect(product.images?.first?.url.scheme == "market")
        #expect(product.images?.first?.thumbnailURL.absoluteString == product.thumbnail)
    }
}
