internal import WireJSON

extension ParamsReader {
    /// A string of any length that may be absent: for a text whose rules are judged elsewhere.
    package mutating func optionalText(_ name: String) -> String? {
        guard let value = member(name) else { return nil }
        guard let text = value.string else {
            violate(name, reason: .type, detail: "\(name) must be a string")
            return nil
        }
        return text
    }

    /// The exact text of a number that may be absent and may have a fraction and an exponent.
    package mutating func optionalNumber(_ name: String) -> String? {
        guard let value = member(name) else { return nil }
        guard let text = value.numberText else {
            violate(name, reason: .type, detail: "\(name) must be a number")
            return nil
        }
        return text
    }

    /// A text to search for.
    ///
    /// Other than the texts of other params, this one may be empty: a search field nobody has typed into.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - longest: In Unicode scalars.
    /// - Returns: An empty text also when the member is absent.
    package mutating func searchText(_ name: String, longest: Int) -> String {
        guard let text = optionalText(name) else { return "" }
        guard text.unicodeScalars.count <= longest else {
            violate(name, reason: .malformed, detail: "\(name) must have at most \(longest) characters")
            return ""
        }
        return text
    }
}
