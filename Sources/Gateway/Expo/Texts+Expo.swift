internal import Localization
internal import Messages
internal import Platform

extension Texts {
    /// The title, with its line break.
    func posterTitle(_ poster: ExpoPoster) -> String? {
        let english = poster.englishTitle.map { title in
            title.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String($0) }.joined(separator: "\n(")
        }
        return translation(korean: poster.formatted.title, english: english)
    }

    /// Visitors, place and time, as far as they are known.
    func posterFacts(_ poster: ExpoPoster) -> [String] {
        switch language {
        case .korean:
            [poster.formatted.visitors, poster.formatted.location, poster.formatted.duration].compactMap(\.self)
        case .english:
            [
                poster.visitors.map { "Visitors: \($0.grouped)" },
                (poster.englishLocation ?? poster.location).map { "Location: \($0)" },
                poster.duration.map { "Dates: \($0)" },
            ].compactMap(\.self)
        }
    }

    func story(of poster: ExpoPoster) -> String? {
        translation(korean: poster.description, english: poster.englishDescription)
    }

    func name(of entry: ExpoEntry) -> String? { translation(korean: entry.name, english: entry.englishName) }

    func shortDescription(of entry: ExpoEntry) -> String? {
        translation(korean: entry.shortDescription, english: entry.englishShortDescription)
    }

    func description(of entry: ExpoEntry) -> String? {
        translation(korean: entry.description, english: entry.englishDescription)
    }

    /// What identifies an exhibit, in one line.
    func label(of entry: ExpoEntry) -> String {
        let number = self("exhibit_number", number: entry.number)
        let name = language == .korean ? entry.englishName : entry.englishName.flatMap { _ in entry.name }
        let other = name ?? ""
        let picture = entry.imageName.map { self("exhibit_picture", picture: $0) } ?? ""
        return [number, other, picture].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    func written(_ path: String, bytes: Int, mediaType: String) -> String {
        let about = "\(mediaType.printable), \(bytes.grouped)"
        return self("written", path: path.printable, about: about)
    }

    func otherFormat(_ path: String, format: String) -> String {
        self("other_format", warning: self["warning"], path: path.printable, format: format)
    }

    /// The text in the reader's language where there is one, else in the other.
    private func translation(korean: String?, english: String?) -> String? {
        switch language {
        case .korean: korean ?? english
        case .english: english ?? korean
        }
    }
}
