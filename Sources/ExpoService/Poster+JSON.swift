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
        self.init()
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
}
