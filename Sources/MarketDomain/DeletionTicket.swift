/// The permission to delete one product, which its vendor gets by archiving it: good once, and for five minutes.
package struct DeletionTicket: Sendable, Hashable {
    /// How long it is good for, in milliseconds.
    package static let lifetime = 5 * 60 * 1_000

    /// The product that it deletes.
    package let productID: Int
    /// The vendor it was given to.
    package let vendorID: Int
    /// From when on it is no longer good, in milliseconds of any clock.
    package let expiresAt: Int
    /// Whether it has been used.
    package private(set) var isUsed: Bool

    /// Gives a new ticket.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - vendorID: Its vendor.
    ///   - time: Now, in milliseconds.
    package init(productID: Int, vendorID: Int, issuedAt time: Int) {
        self.init(productID: productID, vendorID: vendorID, expiresAt: time + Self.lifetime, isUsed: false)
    }

    /// Makes a ticket that was given before, such as from a store.
    package init(productID: Int, vendorID: Int, expiresAt: Int, isUsed: Bool) {
        self.productID = productID
        self.vendorID = vendorID
        self.expiresAt = expiresAt
        self.isUsed = isUsed
    }

    /// Uses the ticket up.
    ///
    /// - Parameters:
    ///   - vendorID: Who brings it.
    ///   - time: Now, in milliseconds of the same clock.
    /// - Throws: ``MarketError``: `permissionDenied` for another vendor, whose attempt does not use it up;
    ///   `uriExpired` when it is used or too old.
    package mutating func use(by vendorID: Int, at time: Int) throws(MarketError) {
        guard vendorID == self.vendorID else { throw MarketError(.permissionDenied) }
        guard !isUsed, time < expiresAt else { throw MarketError(.uriExpired) }
        isUsed = true
    }
}
