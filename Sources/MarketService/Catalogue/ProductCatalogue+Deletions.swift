import Journal
import MarketDomain

extension ProductCatalogue {
    /// Remembers a ticket, by the hash of its token.
    func insert(_ ticket: DeletionTicket, tokenHash: [UInt8]) throws(StorageError) {
        try tables.change(
            "INSERT INTO deletion(token_hash, product, vendor, expires, boot, uptime) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            [
                .blob(tokenHash), .integer(ticket.productID), .integer(ticket.vendorID),
                .integer(ticket.issued.wall + DeletionTicket.lifetime), .text(ticket.issued.boot),
                .integer(ticket.issued.uptime),
            ]
        )
    }

    /// The ticket of a token; `nil` when it was never given, is used up, or is too old to be remembered.
    func ticket(tokenHash: [UInt8]) throws(StorageError) -> DeletionTicket? {
        try tables.first(
            "SELECT product, vendor, expires, boot, uptime FROM deletion WHERE token_hash = ?1",
            [.blob(tokenHash)]
        ) {
            DeletionTicket(
                productID: $0.integer(at: 0),
                vendorID: $0.integer(at: 1),
                issued: DeletionTicket.Moment(
                    wall: $0.integer(at: 2) &- DeletionTicket.lifetime,
                    boot: $0.text(at: 3),
                    uptime: $0.integer(at: 4)
                )
            )
        }
    }

    /// Forgets some tickets that can no longer be used.
    ///
    /// Those of this boot go by its clock, the others by the wall clock.
    func forgetTickets(expiredAt now: DeletionTicket.Moment) throws(StorageError) {
        try tables.change(
            """
            DELETE FROM deletion WHERE token_hash IN (
                SELECT token_hash FROM deletion
                WHERE boot = ?1 AND boot <> '' AND uptime <= ?2 OR expires <= ?3 AND (boot <> ?1 OR boot = '') LIMIT 100)
            """,
            [.text(now.boot), .integer(now.uptime - DeletionTicket.lifetime), .integer(now.wall)]
        )
    }
}
