import MarketDomain
import Storage

extension Catalogue {
    /// Remembers a ticket, by the hash of its token.
    func insert(_ ticket: DeletionTicket, tokenHash: [UInt8]) throws(StorageError) {
        try tables.change(
            "INSERT INTO deletion VALUES (?1, ?2, ?3, ?4)",
            [
                .blob(tokenHash), .integer(ticket.productID), .integer(ticket.vendorID), .integer(ticket.expiresAt),
            ]
        )
    }

    /// The ticket of a token; `nil` when it was never given, is used up, or is too old to be remembered.
    func ticket(tokenHash: [UInt8]) throws(StorageError) -> DeletionTicket? {
        try tables.first("SELECT product, vendor, expires FROM deletion WHERE token_hash = ?1", [.blob(tokenHash)]) {
            DeletionTicket(
                productID: $0.integer(at: 0),
                vendorID: $0.integer(at: 1),
                expiresAt: $0.integer(at: 2),
                isUsed: false
            )
        }
    }

    /// Forgets some tickets that can no longer be used.
    ///
    /// - Parameter time: Now, in milliseconds since 1970-01-01 UTC.
    func forgetTickets(expiredAt time: Int) throws(StorageError) {
        try tables.change(
            "DELETE FROM deletion WHERE token_hash IN (SELECT token_hash FROM deletion WHERE expires <= ?1 LIMIT 100)",
            [.integer(time)]
        )
    }
}
