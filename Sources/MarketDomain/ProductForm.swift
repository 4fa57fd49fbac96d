/// What somebody filled in about a product: everything for a new one, only what shall be different for a change.
///
/// A member that is `nil` was left out, or could not be read and has been complained about already.
public struct ProductForm: Sendable, Hashable {
    /// The name.
    public var name: String?
    /// The description.
    public var description: String?
    /// Which of its pictures stands for the product; only in a change.
    public var thumbnailID: Int?
    /// The price before the discount.
    public var price: Amount?
    /// The currency of price and discount, as it was written.
    public var currency: String?
    /// What is taken off the price.
    public var discountedPrice: Amount?
    /// How many there are.
    public var stock: Int?

    /// Makes an empty form; set what is filled in.
    public init() {}

    /// Whether nothing is filled in.
    public var isEmpty: Bool { self == ProductForm() }
}
