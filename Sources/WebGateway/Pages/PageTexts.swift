internal import WireJSON

/// The language of a page.
enum PageLanguage: String, Sendable, CaseIterable {
    case korean = "ko"
    case english = "en"

    /// The language that a request asks for: by its address, by the cookie of an earlier choice, or by what the browser likes best.
    init(choice: String?, cookie: String?, accepted: String?) {
        let named = [choice, cookie].lazy.compactMap { $0 }.compactMap { PageLanguage(rawValue: $0) }.first
        self = named ?? Self.preferred(in: accepted ?? "") ?? .english
    }

    /// The first known language of the highest weight: RFC 9110, section 12.5.4.
    private static func preferred(in field: String) -> PageLanguage? {
        var best: (language: PageLanguage, weight: Double)?
        for part in field.split(separator: ",") {
            let words = part.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let range = words.first,
                let language = PageLanguage(rawValue: range.prefix { $0 != "-" }.lowercased())
            else { continue }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if weight > best?.weight ?? 0 { best = (language, weight) }
        }
        return best?.language
    }
}

/// The texts of the pages in one language.
struct PageTexts: Sendable {
    let language: PageLanguage
    /// All of them, by key.
    let entries: [String: String]

    /// Reads a dictionary: one JSON object of strings.
    init(_ language: PageLanguage, reading bytes: [UInt8]) {
        self.language = language
        var entries: [String: String] = [:]
        if let node = try? JSONReader(limits: .generous).read(bytes) {
            for (key, value) in node.members { entries[key] = value.string }
        }
        self.entries = entries
    }

    /// A text; its key where there is none, so that a mistake is seen.
    subscript(_ key: String) -> String { entries[key] ?? key }

    /// A text with its places filled in.
    func text(_ key: String, _ values: [String: String]) -> String {
        values.reduce(self[key]) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    /// The one of two names that is in this language.
    func name(korean: String, english: String) -> String { language == .korean ? korean : english }
}
