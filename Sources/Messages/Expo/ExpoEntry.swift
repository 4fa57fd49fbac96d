package import WireJSON

/// One exhibit: the result of `expo.entries.get`, and without its descriptions an element of `expo.entries.list`.
///
/// Any property but the number may be missing, and is then an absent member.
package struct ExpoEntry: Sendable, Hashable, JSONWritable {
    /// Its place among the entries, from 1.
    package var number: Int
    /// Its name in Korean.
    package var name: String?
    /// The name of its picture.
    package var imageName: String?
    /// One line about it in Korean.
    package var shortDescription: String?
    /// The text about it in Korean; paragraphs are separated by an empty line.
    package var description: String?
    /// Its name in English.
    package var englishName: String?
    /// One line about it in English.
    package var englishShortDescription: String?
    /// The text about it in English.
    package var englishDescription: String?

    /// Creates an entry of which nothing but the number is known; set what is.
    ///
    /// - Parameter number: Its place, from 1.
    package init(number: Int) {
        self.number = number
    }

    /// Reads an entry; `nil` when it has no number.
    package init?(_ node: JSONNode) {
        guard let number = node["number"]?.integer else { return nil }
        self.number = number
        name = node["name"]?.string
        imageName = node["image_name"]?.string
        shortDescription = node["short_desc"]?.string
        description = node["desc"]?.string
        englishName = node["name_en"]?.string
        englishShortDescription = node["short_desc_en"]?.string
        englishDescription = node["desc_en"]?.string
    }

    /// Writes the entry.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("number", number)
        if let name { writer.member("name", name) }
        if let imageName { writer.member("image_name", imageName) }
        if let shortDescription { writer.member("short_desc", shortDescription) }
        if let description { writer.member("desc", description) }
        if let englishName { writer.member("name_en", englishName) }
        if let englishShortDescription { writer.member("short_desc_en", englishShortDescription) }
        if let englishDescription { writer.member("desc_en", englishDescription) }
        writer.endObject()
    }
}
