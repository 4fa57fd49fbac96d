public import WireJSON

/// Some past orders, newest first, as a client reads them.
public struct JuiceOrderPage: Sendable, Hashable {
    /// The orders.
    public var orders: [JuiceOrderReceipt]
    /// The cursor of the next page; `nil` on the last one.
    public var next: String?

    /// Reads a page; `nil` when it is none.
    public init?(_ node: JSONNode) {
        guard let orders = node["orders"], orders.kind == .array else { return nil }
        self.orders = orders.elements.compactMap { JuiceOrderReceipt($0) }
        next = node["next"]?.string
    }
}
