internal import HTTPTypes
internal import Localization
internal import Messages
internal import Platform
internal import WireJSON

/// `/expo` and `/expo/{number}`: the exposition and its exhibits.
struct ExpoPages: Sendable {
    private static let entriesOnPage = 100

    let services: Services

    @Sendable func list(_ asked: PageRequest) async throws -> PageAnswer {
        let search = asked.query["search"]
        let poster = try await services.read(ExpoMethod.poster, of: .expo) { ExpoPoster($0) }
        let params = JSONWriter.object { writer in
            if !search.isEmpty { writer.member("search", search) }
            if let after = asked.query.first("after"), !after.isEmpty { writer.member("after", after) }
            writer.member("limit", Self.entriesOnPage)
        }
        let entries = try await services.read(ExpoMethod.entriesList, of: .expo, with: params) { ExpoEntryPage($0) }
        var page = Page("expo", of: "expo")
        page.positions = [entries.position].compactMap(\.self)
        page.context["poster"] = Self.poster(poster.value, in: asked.texts)
        page.context["search"] = search
        page.context["is_search"] = !search.isEmpty
        page.context["entries"] = entries.value.entries.map { entry in Self.row(entry, in: asked.texts) }
        page.context["is_empty"] = entries.value.entries.isEmpty
        page.context["has_next"] = entries.value.next != nil
        if let next = entries.value.next {
            let query = search.isEmpty ? "" : "&search=\(search.percentEncoded)"
            page.context["next_href"] = "/expo?after=\(next.percentEncoded)\(query)"
        }
        return .page(page)
    }

    @Sendable func entry(_ asked: PageRequest) async throws -> PageAnswer {
        guard let number = asked.parameter("number").flatMap(Int.init) else {
            throw Problem(.notFound, "an exhibit has a number")
        }
        let found = try await exhibit(number)
        var shown = Self.row(found.value, in: asked.texts)
        shown["paragraphs"] = Self.paragraphs(
            korean: found.value.description,
            english: found.value.englishDescription,
            in: asked.texts
        )
        var page = Page("expo-entry", of: "expo")
        page.positions = [found.position].compactMap(\.self)
        page.context["entry"] = shown
        for (name, other) in [("prev", number - 1), ("next", number + 1)] {
            let neighbour = try? await exhibit(other).value
            page.context["has_\(name)"] = neighbour != nil
            if let neighbour {
                page.context[name] = [
                    "href": "/expo/\(other)",
                    "name": Self.text(korean: neighbour.name, english: neighbour.englishName, in: asked.texts)
                        ?? "\(other)",
                ]
            }
        }
        return .page(page)
    }

    private func exhibit(_ number: Int) async throws(Problem) -> ServiceResult<ExpoEntry> {
        try await services.read(
            ExpoMethod.entriesGet,
            of: .expo,
            with: JSONWriter.object { $0.member("number", number) }
        ) {
            ExpoEntry($0)
        }
    }

    private static func poster(_ poster: ExpoPoster, in texts: TextTable) -> [String: Any] {
        var context: [String: Any] = [
            "image": "/api/expo/images/poster",
            "paragraphs": paragraphs(korean: poster.description, english: poster.englishDescription, in: texts),
        ]
        context["title"] = text(
            korean: poster.formatted.title ?? poster.title,
            english: poster.englishTitle?.replacing(" (", with: "\n("),
            in: texts
        )
        context["visitors"] = poster.visitors.map(\.grouped)
        context["location"] = text(korean: poster.location, english: poster.englishLocation, in: texts)
        context["duration"] = poster.duration
        return context
    }

    private static func row(_ entry: ExpoEntry, in texts: TextTable) -> [String: Any] {
        var row: [String: Any] = ["number": entry.number, "href": "/expo/\(entry.number)"]
        row["name"] = text(korean: entry.name, english: entry.englishName, in: texts) ?? "\(entry.number)"
        row["short_desc"] = text(korean: entry.shortDescription, english: entry.englishShortDescription, in: texts)
        row["image"] = entry.imageName.map { "/api/expo/images/\($0.percentEncoded)" }
        row["is_foreign"] = texts.language == .english && entry.englishName == nil
        return row
    }

    private static func text(korean: String?, english: String?, in texts: TextTable) -> String? {
        texts.language == .english ? english ?? korean : korean ?? english
    }

    private static func paragraphs(korean: String?, english: String?, in texts: TextTable) -> [String] {
        (text(korean: korean, english: english, in: texts) ?? "").split(separator: "\n").map(String.init)
    }
}
