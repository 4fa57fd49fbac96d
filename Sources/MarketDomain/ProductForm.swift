/// What somebody filled in about a product: everything for a new one, only what shall be different for a change.
///
/// A member that is `nil` was left out, or could not be read and has been complained about already.
package struct ProductForm: Sendable, Hashable {
    /// The name.
    package var name: String?
    /// The description.
    package var description: String?
    /// Which of its pictures stands for the product; only in a change.
    package var thumbnailID: Int?
    /// The price before the discount.
    package var price: Amount?
    /// The currency of price and discount, as it was written.
    package var currency: String?
    /// What is taken off the price.
    package var discountedPrice: Amount?
    /// How many there are.
    package var stock: Int?

    /// Makes an empty form; set what is filled in.
    package init() {}

    /// Whether nothing is filled in.
    package var isEmpty: Bool { self == ProductForm() }
}
