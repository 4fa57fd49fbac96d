internal import Localization
internal import Messages
internal import Platform

/// A product as the templates take it.
struct ProductView {
    private let product: MarketProduct
    private let texts: TextTable

    init(_ product: MarketProduct, in texts: TextTable) {
        (self.product, self.texts) = (product, texts)
    }

    /// In a list.
    var row: [String: Any] {
        var row = common
        row["href"] = "/market/\(product.id)"
        row["vendor"] = product.vendorName ?? product.vendors?.name ?? ""
        row["thumbnail"] = Self.address(of: product.thumbnail, product.thumbnailHash)
        return row
    }

    /// By itself.
    var detail: [String: Any] {
        var detail = row
        detail["description"] = product.description ?? ""
        detail["created"] = product.createdAt + "Z"
        detail["created_text"] = PageTime.text(product.createdAt)
        detail["is_changed"] = product.issuedAt != product.createdAt
        detail["issued"] = product.issuedAt + "Z"
        detail["issued_text"] = PageTime.text(product.issuedAt)
        detail["edit_href"] = "/market/\(product.id)/edit"
        detail["purchase_href"] = "/market/\(product.id)/purchases"
        let images = product.images ?? []
        detail["has_several"] = images.count > 1
        detail["total"] = images.count
        detail["images"] = images.enumerated().map { place, image -> [String: Any] in
            [
                "id": image.id, "url": Self.address(of: image.url, image.hash),
                "thumbnail": Self.address(of: image.thumbnailURL, image.thumbnailHash), "number": place + 1,
                "is_first": place == 0, "place": texts("gallery_place", number: place + 1, total: images.count),
            ]
        }
        return detail
    }

    private var common: [String: Any] {
        let (price, discount) = (Double(product.price) ?? 0, Double(product.discountedPrice) ?? 0)
        return [
            "id": product.id, "name": product.name, "price": Self.sum(product.price, in: product.currency),
            "bargain": Self.sum(product.bargainPrice, in: product.currency), "is_discounted": discount > 0,
            "percent": price > 0 ? max(1, Int(discount / price * 100)) : 0, "stock": product.stock,
            "stock_text": texts("js_left", stock: "\(product.stock)"), "is_sold_out": product.stock == 0,
        ]
    }

    /// Where a picture is: `market:images/17/thumbnail` on the wire.
    ///
    /// Its hash is part of the address, so that no other picture is ever there.
    static func address(of reference: String, _ hash: String?) -> String {
        guard let found = MarketImageReference(reference) else { return "" }
        let query = [found.isThumbnail ? "thumbnail=true" : nil, hash.map { "hash=\($0)" }].compactMap(\.self)
        return "/api/market/images/\(found.id)" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// What some of it cost at its present price.
    func sum(of quantity: Int) -> String {
        let parts = product.bargainPrice.split(separator: ".", maxSplits: 1)
        let fraction = parts.dropFirst().first.map { $0 + String(repeating: "0", count: max(0, 2 - $0.count)) } ?? "00"
        let (hundredths, isOverflowing) = (Int(parts.first ?? "") ?? 0).multipliedReportingOverflow(by: 100)
        let (cost, isTooLarge) = (hundredths &+ (Int(fraction) ?? 0)).multipliedReportingOverflow(by: quantity)
        guard !isOverflowing, !isTooLarge else {
            return "\(quantity) × \(Self.sum(product.bargainPrice, in: product.currency))"
        }
        let cents = cost % 100
        let text = "\(cost / 100)" + (cents == 0 ? "" : ".\(cents < 10 ? "0" : "")\(cents)")
        return Self.sum(text, in: product.currency)
    }

    /// Such as `KRW 1,000`.
    private static func sum(_ number: String, in currency: String) -> String {
        let parts = number.split(separator: ".", maxSplits: 1)
        let fraction = parts.dropFirst().first.map { ".\($0)" } ?? ""
        return "\(currency) \(parts.first.flatMap { Int($0) }.map { $0.grouped } ?? number)\(fraction)"
    }
}
