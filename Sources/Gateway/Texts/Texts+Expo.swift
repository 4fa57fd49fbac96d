internal import Messages
internal import Platform

extension Texts {
    // MARK: Tables

    var number: String { pick("번호", "NO") }
    var exhibit: String { pick("이름", "NAME") }
    var picture: String { pick("그림", "PICTURE") }
    var about: String { pick("소개", "ABOUT") }

    // MARK: The poster

    /// The title, with its line break.
    func posterTitle(_ poster: ExpoPoster) -> String? {
        let english = poster.englishTitle.map { title in
            title.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String($0) }.joined(separator: "\n(")
        }
        return translation(poster.formatted.title, english)
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

    func story(of poster: ExpoPoster) -> String? { translation(poster.description, poster.englishDescription) }

    // MARK: Exhibits

    func name(of entry: ExpoEntry) -> String? { translation(entry.name, entry.englishName) }

    func shortDescription(of entry: ExpoEntry) -> String? {
        translation(entry.shortDescription, entry.englishShortDescription)
    }

    func description(of entry: ExpoEntry) -> String? { translation(entry.description, entry.englishDescription) }

    /// What identifies an exhibit, in one line.
    func label(of entry: ExpoEntry) -> String {
        let number = pick("\(entry.number)번", "No. \(entry.number)")
        let other = pick(entry.englishName ?? "", name(of: entry) == entry.name ? "" : entry.name ?? "")
        let picture = entry.imageName.map { pick("그림 \($0)", "picture \($0)") } ?? ""
        return [number, other, picture].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    var noEntries: String { pick("출품작이 없습니다.", "No exhibits.") }

    func written(_ path: String, bytes: Int, _ mediaType: String) -> String {
        let about = "\(mediaType.printable), \(bytes.grouped)"
        return pick("\(path.printable) 에 저장했습니다 (\(about) 바이트)", "wrote \(path.printable) (\(about) bytes)")
    }

    func otherFormat(_ path: String, _ format: String) -> String {
        pick(
            "\(warning) \(path.printable) 의 그림은 이름과 달리 \(format) 입니다.",
            "\(warning) the picture in \(path.printable) is \(format), whatever its name says."
        )
    }

    /// The text in the reader's language where there is one, else in the other.
    private func translation(_ korean: String?, _ english: String?) -> String? {
        switch language {
        case .korean: korean ?? english
        case .english: english ?? korean
        }
    }
}
