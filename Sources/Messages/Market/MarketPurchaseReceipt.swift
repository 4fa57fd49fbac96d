public import WireJSON

/// One purchase that was made: the result of `market.products.purchase`.
public struct MarketPurchaseReceipt: Sendable, Hashable, JSONWritable {
    /// The purchase's id, an opaque text.
    public var id: String
    /// The product.
    public var productID: Int
    /// How many were purchased.
    public var quantity: Int
    /// How many are left.
    public var stock: Int
    /// When it was made: `yyyy-MM-dd'T'HH:mm:ss` in UTC.
    public var createdAt: String

    /// Creates a receipt.
    public init(id: String, productID: Int, quantity: Int, stock: Int, createdAt: String) {
        self.id = id
        self.productID = productID
        self.quantity = quantity
        self.stock = stock
        self.createdAt = createdAt
    }

    /// Reads a receipt; `nil` when a member is missing.
    public init?(_ node: JSONNode) {
        guard let id = node["id"]?.string, let productID = node["product_id"]?.integer,
            let quantity = node["quantity"]?.integer, let stock = node["stock"]?.integer
        else { return nil }
        let createdAt = node["created_at"]?.string ?? ""
        self.init(id: id, productID: productID, quantity: quantity, stock: stock, createdAt: createdAt)
    }

    /// Writes the receipt.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("product_id", productID)
        writer.member("quantity", quantity)
        writer.member("stock", stock)
        writer.member("created_at", createdAt)
        writer.endObject()
    }
}
