/// The result of `expo.poster`: any property may be missing, and is then an absent member.
package struct ExpoPoster: SuiteMessage {
    /// The properties as lines of a Korean screen.
    package struct Formatted: SuiteMessage {
        package var title: String?
        package var visitors: String?
        package var location: String?
        package var duration: String?

        package init() {}

        package mutating func members(_ members: inout Members) {
            members("title", &title, .anyText, "With a line break before each opening parenthesis.")
            members("visitors", &visitors, .anyText, "With its label, commas between thousands.")
            members("location", &location, .anyText, "With its label.")
            members("duration", &duration, .anyText, "With its label.")
        }
    }

    package var title: String?
    package var visitors: Int?
    package var location: String?
    package var duration: String?
    package var description: String?
    package var englishTitle: String?
    package var englishLocation: String?
    package var englishDescription: String?
    package var formatted = Formatted()

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("title", &title, .anyText, "The exposition's name in Korean.")
        members("visitors", &visitors, .integer(in: Int.min...Int.max), "How many people came.")
        members("location", &location, .anyText, "Where it took place, in Korean.")
        members("duration", &duration, .anyText, "From which day to which day.")
        members("description", &description, .anyText, "Its story in Korean, paragraphs parted by an empty line.")
        members("title_en", &englishTitle, .anyText, "The exposition's name in English.")
        members("location_en", &englishLocation, .anyText, "Where it took place, in English.")
        members("description_en", &englishDescription, .anyText, "Its story in English.")
        members("formatted", &formatted, .message, "Lines of a Korean screen; absent where the property is.")
    }
}

/// The result of `expo.image.get`: what the attachment frame behind it is.
package struct ExpoImage: SuiteMessage {
    package var imageName = ""
    package var mediaType = ""
    package var size = 0
    package var sha256 = ""

    package init() {}
    package init(imageName: String, mediaType: String, size: Int, sha256: String) {
        (self.imageName, self.mediaType, self.size, self.sha256) = (imageName, mediaType, size, sha256)
    }

    package mutating func members(_ members: inout Members) {
        members("image_name", &imageName, .text(bytes: 1...100), "As asked for.")
        members("media_type", &mediaType, .text(), "What the frame holds.")
        members("size", &size, .integer(in: 0...1_048_576), "The bytes of the frame.")
        members("sha256", &sha256, .text(bytes: 64...64), "The SHA-256 of the frame, in hexadecimal digits.")
    }
}
