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

/// The address under which a product can be deleted once: an opaque text for whoever gets it.
package struct DeletionURI: Sendable, Hashable {
    private static let prefix = "market:deletions/"

    /// The part that cannot be guessed.
    package let token: String

    /// Makes an address.
    ///
    /// - Parameter token: Letters, digits, `-` and `_` of full entropy.
    package init(token: String) {
        self.token = token
    }

    /// Reads an address; `nil` when it is none that was ever given out.
    package init?(_ text: String) {
        guard text.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let token = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard !token.isEmpty, token.allSatisfy({ Self.isTokenByte($0) }) else { return nil }
        self.token = String(decoding: token, as: UTF8.self)
    }

    /// The address as it is given out.
    package var text: String { Self.prefix + token }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
