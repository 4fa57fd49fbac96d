/// What the texts of products and vendors may be.
///
/// Characters are counted as people count them: a Hangul syllable is one however it is encoded, and so is an emoji of
/// many parts. Because one character can be arbitrarily long, every text has a limit in bytes as well; it is generous
/// enough for any text of ordinary characters.
struct ProductText: Sendable {
    static let name = ProductText(characters: 1...100, bytes: 3_072, breaksLines: false)
    static let description = ProductText(characters: 0...1_000, bytes: 32_768, breaksLines: true)
    static let vendorName = ProductText(characters: 1...50, bytes: 1_536, breaksLines: false)

    let characters: ClosedRange<Int>
    let bytes: Int
    /// Whether it may hold line breaks and tabs.
    let breaksLines: Bool

    /// The rules that a text breaks.
    func faults(in text: String) -> [ProductFault.Rule] {
        // Judged first and alone, so that the work does not grow with a text that is refused anyway.
        guard text.utf8.count <= bytes else {
            return [
                text.prefix(characters.upperBound + 1).count > characters.upperBound
                    ? .characters(characters) : .bytes(bytes)
            ]
        }
        var faults: [ProductFault.Rule] = []
        if !characters.contains(text.count) { faults.append(.characters(characters)) }
        if text.unicodeScalars.contains(where: isForbidden) { faults.append(.controlCharacters) }
        return faults
    }

    /// The same, for texts that have at least this many characters.
    func atLeast(_ characters: Int) -> ProductText {
        ProductText(characters: characters...self.characters.upperBound, bytes: bytes, breaksLines: breaksLines)
    }

    private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.generalCategory == .control else { return false }
        return !(breaksLines && (scalar == "\n" || scalar == "\r" || scalar == "\t"))
    }
}

/// The name of a vendor, checked.
package struct VendorName: Sendable, Hashable {
    /// How many characters it has, as people count them.
    package static let characters = ProductText.vendorName.characters

    package let text: String

    /// Checks a name.
    ///
    /// Two vendors may have the same name, as two shops may: their numbers tell them apart.
    ///
    /// - Throws: ``MarketError`` `invalidVendorName` with every rule that it breaks: ``characters``, no control
    ///   characters, no more than 1 536 bytes, not only blanks.
    package init(_ text: String) throws(MarketError) {
        var rules = ProductText.vendorName.faults(in: text)
        if rules.isEmpty, text.allSatisfy(\.isWhitespace) { rules.append(.characters(Self.characters)) }
        guard rules.isEmpty else { throw MarketError(.invalidVendorName(rules)) }
        self.text = text
    }
}

/// The limits of a product.
package enum ProductRules {
    /// How many of a product there can be.
    package static let stocks = 0...1_000_000_000
    /// How many can be purchased at once.
    package static let purchaseQuantities = 1...1_000
    /// How many pictures a product has.
    package static let pictureCounts = 1...5
    /// The largest picture, in bytes.
    package static let maxPictureBytes = 307_200
    /// The longest side of a picture, in pixels.
    package static let maxPictureSide = 8_000
    /// The longest side of a thumbnail, in pixels; a smaller picture is not enlarged.
    package static let maxThumbnailSide = 200
    /// The longest description that a list shows, in bytes of UTF-8.
    ///
    /// A page of 100 products then always fits a message of 1 MiB. A description of 1 000 Hangul syllables has 3 000.
    package static let maxListedDescriptionBytes = 4_096

}

/// Who asks for the texts of a product, and what they have to be.
package struct ProductStandard: Sendable {
    let name: ProductText
    let description: ProductText
    /// What a new product has to have filled in; the rest has a default.
    let required: [ProductMember]

    /// What the market takes: a name of one character, and no description, are enough.
    package static let market = ProductStandard(
        name: .name,
        description: .description,
        required: [.name, .price, .currency]
    )
    /// What a form asks of the person who fills it in: a name and a description that say something.
    package static let form = ProductStandard(
        name: .name.atLeast(3),
        description: .description.atLeast(10),
        required: [.name, .description, .price, .currency]
    )
}
