/// The members of a product that somebody fills in, in the order in which their faults are told.
package enum ProductMember: String, Sendable, Hashable, CaseIterable {
    /// The name.
    case name
    /// The description.
    case description
    /// Which picture stands for the product.
    case thumbnailID = "thumbnail_id"
    /// The price before the discount.
    case price
    /// The currency.
    case currency
    /// What is taken off the price.
    case discountedPrice = "discounted_price"
    /// How many there are.
    case stock
    /// The pictures.
    case images
}
