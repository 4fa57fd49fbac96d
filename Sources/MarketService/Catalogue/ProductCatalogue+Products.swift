import Journal
import MarketDomain
import Messages

extension ProductCatalogue {
    /// A product with everything that is known of it; `nil` when there is none, or no longer.
    func entry(_ id: Int) throws(StorageError) -> ListedProduct? {
        let images = try images(of: id)
        let query = """
            SELECT product.vendor, product.name, product.description, product.thumbnail, product.currency, product.price,
                product.discount, product.stock, product.stock_version, product.created, product.issued, vendor.name,
                vendor.created
            FROM product JOIN vendor ON vendor.id = product.vendor WHERE product.id = ?1
            """
        return try tables.first(query, [.integer(id)]) { (row) throws(StorageError) in
            let currency = try Self.currency(row.text(at: 4), of: id)
            let product = Product(
                id: id,
                vendorID: row.integer(at: 0),
                name: row.text(at: 1),
                description: row.text(at: 2),
                imageIDs: images.map(\.id),
                thumbnailID: row.integer(at: 3),
                price: Money(minorUnits: row.integer(at: 5), currency: currency),
                discountedPrice: Money(minorUnits: row.integer(at: 6), currency: currency),
                stock: ProductStock(quantity: row.integer(at: 7), version: row.integer(at: 8))
            )
            return ListedProduct(
                product: product,
                vendor: MarketVendor(
                    id: product.vendorID,
                    name: row.text(at: 11),
                    createdAt: Timestamp.dateTime(row.integer(at: 12))
                ),
                images: images,
                created: row.integer(at: 9),
                issued: row.integer(at: 10)
            )
        }
    }

    /// The stock of a product; `nil` when there is no such product.
    func stock(of id: Int) throws(StorageError) -> ProductStock? {
        try tables.first("SELECT stock, stock_version FROM product WHERE id = ?1", [.integer(id)]) {
            ProductStock(quantity: $0.integer(at: 0), version: $0.integer(at: 1))
        }
    }

    func insert(_ entry: ListedProduct, head: inout CatalogueHead) throws(StorageError) {
        let product = entry.product
        try tables.change(
            "INSERT INTO product VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            [
                .integer(product.id), .integer(product.vendorID), .text(product.name), .text(product.description),
                .integer(product.thumbnailID), .text(product.price.currency.rawValue),
                .integer(product.price.minorUnits), .integer(product.discountedPrice.minorUnits),
                .integer(product.stock.quantity), .integer(product.stock.version), .integer(entry.created),
                .integer(entry.issued),
            ]
        )
        try count(product.id, by: 1)
        try search.add(product.id, text: Self.searchText(of: entry))
        head.products += 1
        try noteMembership(of: product.id, &head)
    }

    /// Saves what is different now of a product.
    func update(
        _ entry: ListedProduct,
        changed: [ProductMember],
        head: inout CatalogueHead
    ) throws(StorageError) {
        let product = entry.product
        try tables.change(
            """
            UPDATE product SET name = ?2, description = ?3, thumbnail = ?4, currency = ?5, price = ?6, discount = ?7,
                stock = ?8, stock_version = ?9, issued = ?10
            WHERE id = ?1
            """,
            [
                .integer(product.id), .text(product.name), .text(product.description), .integer(product.thumbnailID),
                .text(product.price.currency.rawValue), .integer(product.price.minorUnits),
                .integer(product.discountedPrice.minorUnits), .integer(product.stock.quantity),
                .integer(product.stock.version), .integer(entry.issued),
            ]
        )
        guard changed.contains(.name) || changed.contains(.description) else { return }
        try search.replace(product.id, text: Self.searchText(of: entry))
        try noteMembership(of: product.id, &head)
    }

    /// Saves the stock of a product.
    func update(_ stock: ProductStock, of id: Int) throws(StorageError) {
        try tables.change(
            "UPDATE product SET stock = ?2, stock_version = ?3 WHERE id = ?1",
            [.integer(id), .integer(stock.quantity), .integer(stock.version)]
        )
    }

    /// Removes a product with everything that belongs to it, its files excepted.
    ///
    /// - Parameters:
    ///   - id: The product's.
    ///   - time: Now, in milliseconds since 1970-01-01 UTC.
    ///   - retention: The seconds that the files of its pictures stay.
    func remove(
        _ id: Int,
        at time: Int,
        keepingFiles retention: Int,
        head: inout CatalogueHead
    ) throws(StorageError) {
        try tables.change("DELETE FROM product WHERE id = ?1", [.integer(id)])
        try remove(images(of: id).map(\.id), at: time, keepingFiles: retention)
        try tables.change("DELETE FROM deletion WHERE product = ?1", [.integer(id)])
        try count(id, by: -1)
        try search.remove(id)
        head.products -= 1
        try noteMembership(of: id, &head)
    }

    static func currency(_ text: String, of id: Int) throws(StorageError) -> Currency {
        guard let currency = Currency(rawValue: text) else {
            throw StorageError(.corrupt, "product \(id) has the currency \(text)")
        }
        return currency
    }

    private static func searchText(of entry: ListedProduct) -> SearchableText {
        SearchableText([entry.product.name, entry.product.description, entry.vendor.name])
    }
}
