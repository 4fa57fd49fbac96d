/// One rule that one member of a product's form breaks.
package struct ProductFault: Sendable, Hashable, CustomStringConvertible {
    package enum Rule: Sendable, Hashable {
        /// It has to be there.
        case required
        /// This many characters, as people count them.
        case characters(ClosedRange<Int>)
        /// At most this many bytes of UTF-8, however few characters they are.
        case bytes(Int)
        /// No control characters, because they would play tricks with screens.
        case controlCharacters
        /// A sum from 0 to ``Money/maxAmount``.
        case sum
        /// At most this many digits behind the decimal point, which is what its currency has.
        case fractionDigits(Int)
        /// One of ``Currency``.
        case currency
        /// At most the price.
        case discountAbovePrice
        /// This many things.
        case quantity(ClosedRange<Int>)
        /// This many pictures.
        case pictures(ClosedRange<Int>)
        /// One of the product's own pictures.
        case foreignPicture
    }

    /// The member at fault: one that was filled in, or that is missing.
    package let member: ProductMember
    /// The rule it breaks.
    package let rule: Rule

    package init(_ member: ProductMember, rule: Rule) {
        self.member = member
        self.rule = rule
    }

    /// One sentence in English that says what the member has to be; it repeats nothing that was sent.
    package var description: String {
        let name = member.rawValue
        return switch rule {
        case .required: "\(name) is required"
        case .characters(let range) where range.lowerBound == 0:
            "\(name) must have at most \(range.upperBound) characters"
        case .characters(let range): "\(name) must have \(range.lowerBound) to \(range.upperBound) characters"
        case .bytes(let most): "\(name) must have at most \(most) bytes of UTF-8"
        case .controlCharacters: "\(name) must have no control characters"
        case .sum: "\(name) must be 0 to \(Money.maxAmount)"
        case .fractionDigits(0): "\(name) must have no digits behind the decimal point in this currency"
        case .fractionDigits(let most): "\(name) must have at most \(most) digits behind the decimal point"
        case .currency: "\(name) must be \(Currency.allCases.map(\.rawValue).joined(separator: " or "))"
        case .discountAbovePrice:
            member == .price ? "price must not be below discounted_price" : "discounted_price must be 0 to the price"
        case .quantity(let range): "\(name) must be \(range.lowerBound) to \(range.upperBound)"
        case .pictures(let range): "\(range.lowerBound) to \(range.upperBound) images are required"
        case .foreignPicture: "\(name) must be the id of one of the product's images"
        }
    }
}

/// The members of a product that someone fills in, in the order in which their faults are reported.
package enum ProductMember: String, Sendable, Hashable, CaseIterable {
    case name
    case description
    /// Which picture is the cover of the product.
    case thumbnailID = "thumbnail_id"
    /// The price before the discount.
    case price
    case currency
    /// What is taken off the price.
    case discountedPrice = "discounted_price"
    /// How many there are.
    case stock
    case images
}
