/// The limits of a product.
package enum ProductRules {
    /// How many characters a name has.
    package static let nameCharacters = ProductText.name.characters
    /// How many characters a description has.
    package static let descriptionCharacters = ProductText.description.characters
    /// How many of a product there can be.
    package static let stocks = 0...1_000_000_000
    /// How many can be purchased at once.
    package static let purchaseQuantities = 1...1_000
    /// How many pictures a product has.
    package static let pictureCounts = 1...5
    /// The largest picture, in bytes.
    package static let largestPicture = 307_200
    /// The longest side of a picture, in pixels.
    package static let longestPictureSide = 8_000
    /// The longest side of a thumbnail, in pixels; a smaller picture is not enlarged.
    package static let longestThumbnailSide = 200
    /// The longest description that a list shows, in bytes of UTF-8.
    ///
    /// A page of 100 products then always fits a message of 1 MiB. A description of 1 000 Hangul syllables has 3 000.
    package static let longestListedDescription = 4_096

    /// What a new product has to have filled in; the rest has a default.
    static let required: [ProductMember] = [.name, .description, .price, .currency]
}
