internal import Localization
internal import Messages
internal import Platform

/// What the gateway says, in the language of its reader: the sentences are in `Resources/texts`.
///
/// Extensions put together by subject what takes more than one of them.
@dynamicCallable
struct Texts: Sendable {
    private static let korean = TextTable(.korean, reading: PackageResources.ko_json)
    private static let english = TextTable(.english, reading: PackageResources.en_json)

    private let table: TextTable
    /// How this program was called, for commands to copy: `{program}` in every text.
    let program: String

    init(language: Language, program: String) {
        table =
            switch language {
            case .korean: Self.korean
            case .english: Self.english
            }
        self.program = program
    }

    var language: Language { table.language }

    /// A text without values other than `{program}`.
    subscript(_ key: String) -> String { self(key) }

    /// What services and libraries say in English, in the reader's language.
    subscript(_ sentence: Sentence) -> String { table[sentence] }

    /// A text with its values: the first argument is its key, the labels of the others name their places.
    func dynamicallyCall(
        withKeywordArguments arguments: KeyValuePairs<String, any CustomStringConvertible>
    ) -> String {
        guard let key = arguments.first?.value.description else { return "" }
        func value(_ name: Substring) -> String? {
            name == "program" ? program : arguments.first { $0.key == String(name) }?.value.description
        }
        // Such as `{count} line(s)`; before the values are there, which may have the same in them.
        let text = table[key].replacing(/\{(\w+)\} (\w+( \w+)?)\(s\)/) { found in
            "{\(found.1)} \(found.2)\(value(found.1) == "1" ? "" : "s")"
        }
        return Sentence.fill(text, with: value)
    }

    /// The text of a key that only some languages or some values have.
    subscript(optional key: String) -> String? { table.entries[key] }

    func retry(_ retry: ErrorReason.Retry) -> String {
        switch retry {
        case .never: self["retry_never"]
        case .always: self["retry_always"]
        case .withKey: self["retry_with_key"]
        }
    }

    func attachments(_ sizes: [Int]) -> String {
        let list = sizes.map { "\($0)" }.joined(separator: ", ")
        return self("attachments", count: sizes.count, list: list)
    }
}
