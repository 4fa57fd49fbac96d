/// The name of a vendor, checked.
package struct VendorName: Sendable, Hashable {
    /// How many characters it has, as people count them.
    package static let characters = ProductText.vendorName.characters

    /// The name.
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
