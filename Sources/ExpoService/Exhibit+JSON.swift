import ExpoDomain
import WireJSON

extension Exhibit {
    /// Reads an exhibit from an element of the data file.
    ///
    /// - Throws: ``ExhibitFault`` when it is no object, or when a property is neither a string nor missing.
    init(_ node: JSONNode) throws(ExhibitFault) {
        func text(_ name: String) throws(ExhibitFault) -> String? {
            guard let value = node[name], !value.isNull else { return nil }
            guard let text = value.string else { throw ExhibitFault(description: "\(name) is no string") }
            return text
        }
        guard node.kind == .object else { throw ExhibitFault(description: "it is no object") }
        self = .empty
        name = try text("name")
        imageName = try text("image_name")
        shortDescription = try text("short_desc")
        description = try text("desc")
        englishName = try text("name_en")
        englishShortDescription = try text("short_desc_en")
        englishDescription = try text("desc_en")
    }

    /// Writes the entry at a place; a list leaves out its descriptions.
    func write(number: Int, isSummary: Bool = false, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("number", number)
        if let name { writer.member("name", name) }
        if let imageName { writer.member("image_name", imageName) }
        if let shortDescription { writer.member("short_desc", shortDescription) }
        if let description, !isSummary { writer.member("desc", description) }
        if let englishName { writer.member("name_en", englishName) }
        if let englishShortDescription { writer.member("short_desc_en", englishShortDescription) }
        if let englishDescription, !isSummary { writer.member("desc_en", englishDescription) }
        writer.endObject()
    }
}

/// Why an element of the data cannot be served.
struct ExhibitFault: Error, CustomStringConvertible {
    let description: String
}
