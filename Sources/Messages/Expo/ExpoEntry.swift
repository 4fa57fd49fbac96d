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
        members("number", &number, .id, "Its place among the entries served.")
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
package struct ExpoEntriesGetParams: SuiteMessage {
    /// What is known of the wanted entry.
    package enum Key: Sendable, Hashable {
        /// Its whole Korean name.
        case name(String)
        /// The name of its picture.
        case imageName(String)
        /// Its place, from 1.
        case number(Int)
    }

    /// Which entry.
    package var key = Key.number(1)

    package init() {}
    package init(key: Key) { self.key = key }

    package mutating func members(_ members: inout Members) {
        var name: String?
        var imageName: String?
        var number: Int?
        switch key {
        case .name(let text): name = text
        case .imageName(let text): imageName = text
        case .number(let place): number = place
        }
        members("name", &name, .text(bytes: 1...1_024), "Its whole Korean name, 1 to 1024 bytes.")
        members("image_name", &imageName, .text(bytes: 1...1_024), "The name of its picture, 1 to 1024 bytes.")
        members("number", &number, .integer(in: 1...1_000_000_000), "Its place, from 1.")
        members.exactlyOne(of: "name", "image_name", "number")
        key = name.map(Key.name) ?? imageName.map(Key.imageName) ?? .number(number ?? 1)
    }
}
