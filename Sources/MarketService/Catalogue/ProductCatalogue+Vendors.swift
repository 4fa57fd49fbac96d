import Journal
import Messages

extension ProductCatalogue {
    private static let columns = "id, name, identifier, secret_hash, created"

    /// The vendor with an identifier; `nil` when there is none.
    func vendor(identifier: String) throws(StorageError) -> VendorRecord? {
        try tables.first(
            "SELECT \(Self.columns) FROM vendor WHERE identifier = ?1",
            [.text(identifier)],
            VendorRecord.init
        )
    }

    /// The vendor with a number; `nil` when there is none.
    func vendor(_ id: Int) throws(StorageError) -> VendorRecord? {
        try tables.first("SELECT \(Self.columns) FROM vendor WHERE id = ?1", [.integer(id)], VendorRecord.init)
    }

    /// Some vendors, newest first.
    ///
    /// - Parameters:
    ///   - id: Only those with a lower number.
    ///   - limit: The most to give.
    func vendors(before id: Int, limit: Int) throws(StorageError) -> [VendorRecord] {
        try tables.rows(
            "SELECT \(Self.columns) FROM vendor WHERE id < ?1 ORDER BY id DESC LIMIT ?2",
            [.integer(id), .integer(limit)],
            VendorRecord.init
        )
    }

    func insert(_ vendor: VendorRecord) throws(StorageError) {
        try tables.change(
            "INSERT INTO vendor VALUES (?1, ?2, ?3, ?4, ?5)",
            [
                .integer(vendor.id), .text(vendor.name), .text(vendor.identifier), .blob(vendor.secretHash),
                .integer(vendor.created),
            ]
        )
    }
}
