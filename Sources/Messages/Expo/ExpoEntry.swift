package import WireJSON

/// One exhibit: the result of `expo.entries.get`, and without its descriptions an element of `expo.entries.list`.
///
/// Any property but the number may be missing, and is then an absent member.
package struct ExpoEntry: SuiteMessage {
    package var number = 0
    package var name: String?
    package var imageName: String?
    package var shortDescription: String?
    package var description: String?
    package var englishName: String?
    package var englishShortDescription: String?
    package var englishDescription: String?

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("number", &number, .integer(in: 1...Int.max), "Its place among the entries served.")
        members("name", &name, .anyText, "Its name in Korean.")
        members("image_name", &imageName, .anyText, "The name of its picture, as the data have it.")
        members("short_desc", &shortDescription, .anyText, "One line about it in Korean.")
        members("desc", &description, .anyText, "The text about it in Korean, paragraphs parted by an empty line.")
        members("name_en", &englishName, .anyText, "Its name in English.")
        members("short_desc_en", &englishShortDescription, .anyText, "One line about it in English.")
        members("desc_en", &englishDescription, .anyText, "The text about it in English. Not in a list.")
    }
}

/// Some exhibits, as a client reads them.
package struct ExpoEntryPage: SuiteMessage {
    package var entries: [ExpoEntry] = []
    package var next: String?

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("entries", &entries, .list(of: .message), "In the order of their numbers.")
        members("next", &next, .text(), "The cursor of the next page; absent on the last.")
    }
}

/// The params of `expo.entries.get`.
package struct ExpoEntriesGetParams: RequestParams, Sendable, Hashable {
    /// What is known of the wanted entry.
    package enum Key: Sendable, Hashable {
        /// Its whole Korean name.
        case name(String)
        /// The name of its picture.
        case imageName(String)
        /// Its place, from 1.
        case number(Int)
    }

    /// The longest name, in bytes of UTF-8.
    private static let maxNameBytes = 1_024

    /// Which entry.
    package var key: Key

    package init(key: Key) {
        self.key = key
    }

    package init(from reader: inout ParamsReader) {
        let names = ["name", "image_name", "number"].filter { reader.member($0) != nil }
        switch names {
        case ["name"]: key = .name(reader.string("name", maxLength: Self.maxNameBytes))
        case ["image_name"]: key = .imageName(reader.string("image_name", maxLength: Self.maxNameBytes))
        case ["number"]: key = .number(reader.integer("number", in: 1...1_000_000_000))
        default:
            // No member is more at fault than another, so the pointer is that of the params themselves.
            reader.violate(
                reason: names.isEmpty ? .required : .malformed,
                detail: "exactly one of name, image_name and number is required"
            )
            key = .number(1)
        }
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        switch key {
        case .name(let name): writer.member("name", name)
        case .imageName(let imageName): writer.member("image_name", imageName)
        case .number(let number): writer.member("number", number)
        }
        writer.endObject()
    }
}
