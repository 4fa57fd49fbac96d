internal import Localization

extension Language {
    /// The language that a request asks for: by its address, by the cookie of an earlier choice, or by what the browser likes best.
    init(choice: String?, cookie: String?, accepted: String?) {
        let named = [choice, cookie].lazy.compactMap { $0 }.compactMap { Language(rawValue: $0) }.first
        self = named ?? Self.preferred(in: accepted ?? "") ?? .english
    }

    /// The first known language of the highest weight: RFC 9110, section 12.5.4.
    private static func preferred(in field: String) -> Language? {
        var best: (language: Language, weight: Double)?
        for part in field.split(separator: ",") {
            let words = part.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let range = words.first,
                let language = Language(rawValue: range.prefix { $0 != "-" }.lowercased())
            else { continue }
            let weight = words.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if weight > best?.weight ?? 0 { best = (language, weight) }
        }
        return best?.language
    }
}
