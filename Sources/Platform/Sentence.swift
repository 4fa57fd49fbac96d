/// A sentence in English that keeps its values apart, so that it can be said in another language.
///
/// It is written as a string with interpolations: `"cannot read \(path): \(reason)"` has the template
/// `cannot read {1}: {2}`, which is the key of the sentence in the texts of another language.
package struct Sentence: Sendable, Hashable, CustomStringConvertible {
    package enum Value: Sendable, Hashable {
        case text(String)
        case sentence(Sentence)
    }

    /// The English with `{1}`, `{2}` … in place of the values.
    package private(set) var template: String
    package private(set) var values: [Value]

    package init(template: String, values: [String]) {
        self.template = template
        self.values = values.map(Value.text)
    }

    package var description: String { text { $0 } }

    /// The sentence in the words that `translate` has for its template, and for those of the sentences in it.
    package func text(_ translate: (String) -> String) -> String {
        Self.fill(translate(template)) { name in
            guard let place = Int(name), values.indices.contains(place - 1) else { return nil }
            return switch values[place - 1] {
            case .text(let text): text
            case .sentence(let sentence): sentence.text(translate)
            }
        }
    }

    /// The same with a colon and a reason behind it.
    package func followed(by reason: String) -> Sentence {
        var result = self
        result.values.append(.text(reason))
        result.template += ": {\(result.values.count)}"
        return result
    }

    /// The same with values that a terminal can show.
    package var printable: Sentence {
        var result = self
        result.values = values.map { value in
            switch value {
            case .text(let text): .text(text.printable)
            case .sentence(let sentence): .sentence(sentence.printable)
            }
        }
        return result
    }

    /// A template with values in the place of their names in braces; braces around anything else stay.
    package static func fill(_ template: String, with value: (Substring) -> String?) -> String {
        var result = ""
        var rest = template[...]
        while let start = rest.firstIndex(of: "{") {
            result += rest[..<start]
            rest = rest[start...]
            guard let end = rest.firstIndex(of: "}"), let text = value(rest[..<end].dropFirst()) else {
                result.append(rest.removeFirst())
                continue
            }
            result += text
            rest = rest[end...].dropFirst()
        }
        return result + rest
    }
}

extension Sentence: ExpressibleByStringInterpolation {
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var template = ""
        fileprivate var values: [Value] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { template += literal }

        package mutating func appendInterpolation(_ value: some Any) {
            values.append((value as? Sentence).map(Value.sentence) ?? .text("\(value)"))
            template += "{\(values.count)}"
        }
    }

    package init(stringLiteral text: String) { self.init(template: text, values: []) }

    package init(stringInterpolation text: StringInterpolation) {
        template = text.template
        values = text.values
    }
}
