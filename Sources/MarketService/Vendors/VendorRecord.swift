import Journal
import Messages

/// A vendor as the store knows one: of its secret only the hash.
struct VendorRecord {
    let id: Int
    let name: String
    let identifier: String
    let secretHash: [UInt8]
    /// When it was admitted, in milliseconds since 1970-01-01 UTC.
    let created: Int

    init(id: Int, name: String, identifier: String, secretHash: [UInt8], created: Int) {
        self.id = id
        self.name = name
        self.identifier = identifier
        self.secretHash = secretHash
        self.created = created
    }

    /// Reads a row of number, name, identifier, hash and time.
    init(_ row: any TableRow) {
        self.init(
            id: row.integer(at: 0),
            name: row.text(at: 1),
            identifier: row.text(at: 2),
            secretHash: row.bytes(at: 3),
            created: row.integer(at: 4)
        )
    }

    /// The vendor as everybody sees it.
    var vendor: MarketVendor { MarketVendor(id: id, name: name, createdAt: Timestamp.dateTime(created)) }

    /// The vendor as the operator sees it.
    func account(_ secret: MarketVendorAccount.Secret) -> MarketVendorAccount {
        MarketVendorAccount(
            id: id,
            name: name,
            identifier: identifier,
            secret: secret,
            createdAt: Timestamp.dateTime(created)
        )
    }
}
