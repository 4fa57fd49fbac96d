package import WireJSON

/// Some past orders, newest first, as a client reads them.
package struct JuiceOrderPage: Sendable, Hashable {
    /// The orders.
    package var orders: [JuiceOrderReceipt]
    /// The cursor of the next page; `nil` on the last one.
    package var next: String?

    /// Reads a page; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let orders = node["orders"], orders.kind == .array else { return nil }
        self.orders = orders.elements.compactMap { JuiceOrderReceipt($0) }
        next = node["next"]?.string
    }
}
