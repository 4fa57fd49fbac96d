package import WireJSON

extension MarketProduct {
    /// Reads a product; `nil` when a member that every answer has is missing.
    package init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer, let vendorID = node["vendor_id"]?.integer,
            let name = node["name"]?.string, let thumbnail = node["thumbnail"]?.string,
            let currency = node["currency"]?.string, let price = node["price"]?.numberText,
            let bargainPrice = node["bargain_price"]?.numberText,
            let discountedPrice = node["discounted_price"]?.numberText, let stock = node["stock"]?.integer,
            let createdAt = node["created_at"]?.string, let issuedAt = node["issued_at"]?.string
        else { return nil }
        self.init(
            id: id,
            vendorID: vendorID,
            name: name,
            thumbnail: thumbnail,
            currency: currency,
            price: price,
            bargainPrice: bargainPrice,
            discountedPrice: discountedPrice,
            stock: stock,
            createdAt: createdAt,
            issuedAt: issuedAt
        )
        vendorName = node["vendorName"]?.string
        description = node["description"]?.string
        images = (node["images"]?.elements).map { images in images.compactMap { MarketImage($0) } }
        vendors = node["vendors"].flatMap { MarketVendor($0) }
    }

    /// Writes the product.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("vendor_id", vendorID)
        if let vendorName { writer.member("vendorName", vendorName) }
        writer.member("name", name)
        if let description { writer.member("description", description) }
        writer.member("thumbnail", thumbnail)
        writer.member("currency", currency)
        writer.name("price")
        writer.number(price)
        writer.name("bargain_price")
        writer.number(bargainPrice)
        writer.name("discounted_price")
        writer.number(discountedPrice)
        writer.member("stock", stock)
        writer.member("created_at", createdAt)
        writer.member("issued_at", issuedAt)
        if let images { writer.member("images", images) }
        if let vendors { writer.member("vendors", vendors) }
        writer.endObject()
    }
}
