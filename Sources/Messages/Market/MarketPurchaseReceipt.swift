/// One purchase that was made: the result of `market.products.purchase`.
package struct MarketPurchaseReceipt: SuiteMessage {
    package var id = ""
    package var productID = 0
    package var quantity = 0
    package var stock = 0
    package var createdAt = ""

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("id", &id, .text(bytes: 1...32), "The purchase; opaque.")
        members("product_id", &productID, .id, "The product.")
        members("quantity", &quantity, .integer(in: 1...1_000), "How many were purchased.")
        members("stock", &stock, .level, "How many were left.")
        members("created_at", &createdAt, .text(), "When. UTC, without a zone.")
    }
}
