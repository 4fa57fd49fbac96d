/// The limits of a product.
public enum ProductRules {
    /// How many characters a name has.
    public static let nameCharacters = ProductText.name.characters
    /// How many characters a description has.
    public static let descriptionCharacters = ProductText.description.characters
    /// How many of a product there can be.
    public static let stocks = 0...1_000_000_000
    /// How many can be purchased at once.
    public static let purchaseQuantities = 1...1_000
    /// How many pictures a product has.
    public static let pictureCounts = 1...5
    /// The largest picture, in bytes.
    public static let largestPicture = 307_200
    /// The longest side of a picture, in pixels.
    public static let longestPictureSide = 8_000
    /// The longest side of a thumbnail, in pixels; a smaller picture is not enlarged.
    public static let longestThumbnailSide = 200
    /// The longest description that a list shows, in bytes of UTF-8.
    ///
    /// A page of 100 products then always fits a message of 1 MiB. A description of 1 000 Hangul syllables has 3 000.
    public static let longestListedDescription = 4_096

    /// What a new product has to have filled in; the rest has a default.
    static let required: [ProductMember] = [.name, .description, .price, .currency]
}
