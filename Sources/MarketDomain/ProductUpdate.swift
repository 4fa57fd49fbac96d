/// What a change of a product came to.
public struct ProductUpdate: Sendable, Hashable {
    /// The members that are different now, in their order; empty when everything was so already.
    public let changed: [ProductMember]
    /// The change of the stock, if that is one of them.
    public let stock: StockChange?
}
