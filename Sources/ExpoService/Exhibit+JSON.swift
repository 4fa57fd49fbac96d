import ExpoDomain
import WireJSON

extension Exhibit {
    /// Reads an exhibit from an element of the data file.
    ///
    /// - Parameter node: The element.
    /// - Throws: ``ExhibitFault`` when it is no object, or when a property is neither a string nor missing.
    init(_ node: JSONNode) throws(ExhibitFault) {
        func text(_ name: String) throws(ExhibitFault) -> String? {
            guard let value = node[name], !value.isNull else { return nil }
            guard let text = value.string else { throw ExhibitFault(description: "\(name) is no string") }
            return text
        }
        guard node.kind == .object else { throw ExhibitFault(description: "it is no object") }
        self.init()
        name = try text("name")
        imageName = try text("image_name")
        shortDescription = try text("short_desc")
        description = try text("desc")
        englishName = try text("name_en")
        englishShortDescription = try text("short_desc_en")
        englishDescription = try text("desc_en")
    }
}
