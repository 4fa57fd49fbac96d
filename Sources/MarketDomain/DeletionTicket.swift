/// The permission to delete one product, which its vendor gets by archiving it: good once, and for five minutes.
package struct DeletionTicket: Sendable, Hashable {
    /// How long it is good for, in milliseconds.
    package static let lifetime = 5 * 60 * 1_000

    /// What the clocks of the machine said at one moment.
    package struct Moment: Sendable, Hashable {
        /// Milliseconds since 1970-01-01 UTC, by a clock that may be set.
        package let wall: Int
        /// The boot of the machine; empty where it is not known.
        package let boot: String
        /// Milliseconds since that boot.
        package let uptime: Int

        package init(wall: Int, boot: String, uptime: Int) {
            self.wall = wall
            self.boot = boot
            self.uptime = uptime
        }

        /// Whether less than a ticket's lifetime lies between the two.
        ///
        /// The wall clock says so only where the machine was started again, or is another one. Where it then says that a ticket
        /// is of later than now, it was wrong once.
        fileprivate func isWithinLifetime(of issued: Moment) -> Bool {
            let isSameBoot = !boot.isEmpty && boot == issued.boot
            let (age, overflows) =
                isSameBoot
                ? uptime.subtractingReportingOverflow(issued.uptime) : wall.subtractingReportingOverflow(issued.wall)
            guard !overflows else { return false }
            return isSameBoot
                ? (0..<DeletionTicket.lifetime).contains(age) : age.magnitude < UInt(DeletionTicket.lifetime)
        }
    }

    /// The product that it deletes.
    package let productID: Int
    /// The vendor it was given to.
    package let vendorID: Int
    /// When it was given.
    package let issued: Moment
    /// Whether it has been used.
    package private(set) var isUsed = false

    /// Creates a ticket, a new one or one from a store; the parameters are the properties of the same names.
    package init(productID: Int, vendorID: Int, issued: Moment) {
        self.productID = productID
        self.vendorID = vendorID
        self.issued = issued
    }

    /// Uses the ticket up.
    ///
    /// - Throws: ``MarketError``: `permissionDenied` for another vendor, whose attempt does not use it up;
    ///   `uriExpired` when it is used or too old.
    package mutating func use(by vendorID: Int, at now: Moment) throws(MarketError) {
        guard vendorID == self.vendorID else { throw MarketError(.permissionDenied) }
        guard !isUsed, now.isWithinLifetime(of: issued) else { throw MarketError(.uriExpired) }
        isUsed = true
    }
}
