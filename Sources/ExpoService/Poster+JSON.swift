import ExpoDomain
import WireJSON

extension Poster {
    /// Reads a poster from the object of its file.
    ///
    /// - Parameters:
    ///   - node: The object.
    ///   - faults: Gets a line for each property of a wrong type; such a property is missing.
    init(_ node: JSONNode, faults: inout [String]) {
        func text(_ name: String) -> String? {
            guard let value = node[name], !value.isNull else { return nil }
            guard let text = value.string else {
                faults.append("\(name) is no string")
                return nil
            }
            return text
        }
        self = .empty
        title = text("title")
        location = text("location")
        duration = text("duration")
        description = text("description")
        englishTitle = text("title_en")
        englishLocation = text("location_en")
        englishDescription = text("description_en")
        if let value = node["visitors"], !value.isNull {
            visitors = value.integer
            if visitors == nil { faults.append("visitors is no whole number, or too great a one") }
        }
    }

    /// Writes the poster, with its lines of a screen.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let title { writer.member("title", title) }
        if let visitors { writer.member("visitors", visitors) }
        if let location { writer.member("location", location) }
        if let duration { writer.member("duration", duration) }
        if let description { writer.member("description", description) }
        if let englishTitle { writer.member("title_en", englishTitle) }
        if let englishLocation { writer.member("location_en", englishLocation) }
        if let englishDescription { writer.member("description_en", englishDescription) }
        let lines = FormattedPoster(self)
        writer.name("formatted")
        writer.beginObject()
        if let title = lines.title { writer.member("title", title) }
        if let visitors = lines.visitors { writer.member("visitors", visitors) }
        if let location = lines.location { writer.member("location", location) }
        if let duration = lines.duration { writer.member("duration", duration) }
        writer.endObject()
        writer.endObject()
    }
}
