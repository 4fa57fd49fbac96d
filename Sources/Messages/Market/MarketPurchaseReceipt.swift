package import WireJSON

/// One purchase that was made: the result of `market.products.purchase`.
package struct MarketPurchaseReceipt: Sendable, Hashable, JSONWritable {
    /// The purchase's id, an opaque text.
    package var id: String
    /// The product.
    package var productID: Int
    /// How many were purchased.
    package var quantity: Int
    /// How many are left.
    package var stock: Int
    /// When it was made: `yyyy-MM-dd'T'HH:mm:ss` in UTC.
    package var createdAt: String

    package init(id: String, productID: Int, quantity: Int, stock: Int, createdAt: String) {
        self.id = id
        self.productID = productID
        self.quantity = quantity
        self.stock = stock
        self.createdAt = createdAt
    }

    /// Reads a receipt; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let id = node["id"]?.string, let productID = node["product_id"]?.integer,
            let quantity = node["quantity"]?.integer, let stock = node["stock"]?.integer
        else { return nil }
        let createdAt = node["created_at"]?.string ?? ""
        self.init(id: id, productID: productID, quantity: quantity, stock: stock, createdAt: createdAt)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("product_id", productID)
        writer.member("quantity", quantity)
        writer.member("stock", stock)
        writer.member("created_at", createdAt)
        writer.endObject()
    }
}
