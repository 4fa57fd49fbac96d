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
    ///   - maxLength: In Unicode scalars.
    /// - Returns: An empty text also when the member is absent.
    package mutating func searchText(_ name: String, maxLength: Int) -> String {
        guard let text = optionalText(name) else { return "" }
        guard text.unicodeScalars.count <= maxLength else {
            violate(name, reason: .malformed, detail: "\(name) must have at most \(maxLength) characters")
            return ""
        }
        return text
    }

    /// A message that may be absent; `nil` also for one with a fault.
    package mutating func optionalMessage<Value: Message>(_ name: StaticString) -> Value? {
        var members = Members(reading: node, from: .request)
        var value: Value?
        members(name, &value, .message, "")
        members.violations.forEach { add($0) }
        return members.violations.isEmpty ? value : nil
    }

    /// An array of strings that may be absent.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - count: How many there may be.
    ///   - maxLength: Of each of them, in bytes of UTF-8.
    package mutating func optionalStrings(_ name: String, count: ClosedRange<Int>, maxLength: Int) -> [String]? {
        guard let value = member(name) else { return nil }
        guard value.kind == .array else {
            violate(name, reason: .type, detail: "\(name) must be an array of strings")
            return nil
        }
        guard count.contains(value.count) else {
            let range = "\(count.lowerBound) to \(count.upperBound)"
            violate(name, reason: .range, detail: "\(name) must have \(range) elements")
            return nil
        }
        var texts: [String] = []
        for (index, element) in value.elements.enumerated() {
            let text = element.string
            if text == nil { violate(name, "\(index)", reason: .type, detail: "\(name)[\(index)] must be a string") }
            texts.append(text ?? "")
        }
        if texts.contains(where: { $0.utf8.count > maxLength }) {
            violate(name, reason: .malformed, detail: "an element of \(name) has at most \(maxLength) bytes of UTF-8")
        }
        return texts
    }
}
