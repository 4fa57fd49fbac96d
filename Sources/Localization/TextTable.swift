package import Platform
internal import WireJSON

/// The texts of a program in one language, by key.
///
/// `texts["stock"]` is a text without values; `texts("left", fruit: "kiwi", count: 3)` fills in `{fruit}` and `{count}`.
@dynamicCallable
package struct TextTable: Sendable {
    package let language: Language
    package let entries: [String: String]

    /// Reads a file of texts: one JSON object of strings.
    package init(_ language: Language, reading bytes: [UInt8]) {
        self.language = language
        var entries: [String: String] = [:]
        if let node = try? JSONReader(limits: .generous).read(bytes) {
            for (key, value) in node.members { entries[key] = value.string }
        }
        self.entries = entries
    }

    /// A text; its key where there is none: an English sentence is its own key, and of any other key the mistake is seen.
    package subscript(_ key: String) -> String { entries[key] ?? key }

    /// A sentence in this language, or in English where it has no other.
    package subscript(_ sentence: Sentence) -> String { sentence.text { self[$0] } }

    /// A text with its values filled in: the first argument is its key, the labels of the others name their places.
    package func dynamicallyCall(
        withKeywordArguments arguments: KeyValuePairs<String, any CustomStringConvertible>
    ) -> String {
        guard let key = arguments.first?.value.description else { return "" }
        return Sentence.fill(self[key]) { name in arguments.first { $0.key == name }?.value.description }
    }
}
