import Journal

/// The products, pictures and vendors of the market, as they are in the store's tables.
///
/// Nothing of it is kept in memory, so a catalogue of any size costs what is asked of it. Extensions say how each part is
/// read and changed; a change belongs to the write in whose attempt it is made.
struct ProductCatalogue {
    let tables: any StoredTables

    init(_ tables: any StoredTables) {
        self.tables = tables
    }

    /// How far the catalogue has come.
    func head() throws(StorageError) -> CatalogueHead {
        let query = """
            SELECT revision, products, last_product, last_image, last_vendor, membership, stamp FROM catalogue
            """
        let head = try tables.first(query) {
            CatalogueHead(
                revision: $0.integer(at: 0),
                products: $0.integer(at: 1),
                lastProduct: $0.integer(at: 2),
                lastImage: $0.integer(at: 3),
                lastVendor: $0.integer(at: 4),
                membership: Membership(number: $0.integer(at: 5), stamp: $0.integer(at: 6))
            )
        }
        guard let head else { throw StorageError(.corrupt, "the catalogue has no description") }
        return head
    }

    /// Saves how far it has come.
    func save(_ head: CatalogueHead) throws(StorageError) {
        try tables.change(
            """
            UPDATE catalogue SET revision = ?1, products = ?2, last_product = ?3, last_image = ?4, last_vendor = ?5,
                membership = ?6, stamp = ?7
            """,
            [
                .integer(head.revision), .integer(head.products), .integer(head.lastProduct), .integer(head.lastImage),
                .integer(head.lastVendor), .integer(head.membership.number), .integer(head.membership.stamp),
            ]
        )
    }
}
