/// What a change of a product came to.
package struct ProductUpdate: Sendable, Hashable {
    /// The members that are different now, in their order; empty when everything was so already.
    package let changed: [ProductMember]
    /// The change of the stock, if that is one of them.
    package let stock: StockChange?
}
