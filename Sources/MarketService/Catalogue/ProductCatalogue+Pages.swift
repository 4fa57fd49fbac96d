import Journal
import MarketDomain
import Messages

extension ProductCatalogue {
    private static let listed = """
        SELECT product.id, product.vendor, product.name, product.description, product.thumbnail, product.currency,
            product.price, product.discount, product.stock, product.created, product.issued, vendor.name,
            (SELECT substr(thumbnail_hash, 1, 32) FROM image WHERE id = product.thumbnail)
        FROM product JOIN vendor ON vendor.id = product.vendor
        """

    /// The products of a page of all products, newest first.
    func products(on page: ListPage) throws(StorageError) -> [MarketProduct] {
        guard !page.entries.isEmpty else { return [] }
        // The first page needs no place: it begins with the newest.
        let newest = page.entries.lowerBound == 0 ? Int.max : try product(at: page.entries.lowerBound)
        guard let newest else { return [] }
        return try tables.rows(
            Self.listed + " WHERE product.id <= ?1 ORDER BY product.id DESC LIMIT ?2",
            [.integer(newest), .integer(page.entries.count)],
            Self.listedProduct
        )
    }

    /// Some products, in the order given; those that are not there are left out.
    func products(_ ids: [Int]) throws(StorageError) -> [MarketProduct] {
        var products: [MarketProduct] = []
        for id in ids {
            let found = try tables.first(Self.listed + " WHERE product.id = ?1", [.integer(id)], Self.listedProduct)
            if let found { products.append(found) }
        }
        return products
    }

    private static func listedProduct(_ row: any TableRow) throws(StorageError) -> MarketProduct {
        let id = row.integer(at: 0)
        let currency = try currency(row.text(at: 5), of: id)
        let price = Money(minorUnits: row.integer(at: 6), currency: currency)
        let discount = Money(minorUnits: row.integer(at: 7), currency: currency)
        var product = MarketProduct {
            $0.id = id
            $0.vendorID = row.integer(at: 1)
            $0.name = row.text(at: 2)
            $0.thumbnail = MarketImageReference(id: row.integer(at: 4), isThumbnail: true).description
            $0.currency = currency.rawValue
            $0.price = price.text
            $0.bargainPrice = Money(minorUnits: price.minorUnits - discount.minorUnits, currency: currency).text
            $0.discountedPrice = discount.text
            $0.stock = row.integer(at: 8)
            $0.createdAt = Timestamp.dateTime(row.integer(at: 9))
            $0.issuedAt = Timestamp.dateTime(row.integer(at: 10))
        }
        let description = row.text(at: 3)
        if description.utf8.count <= ProductRules.maxListedDescriptionBytes { product.description = description }
        product.vendorName = row.text(at: 11)
        let hash = row.text(at: 12)
        if !hash.isEmpty { product.thumbnailHash = hash }
        return product
    }
}
