package import WireJSON

/// One exhibit: the result of `expo.entries.get`, and without its descriptions an element of `expo.entries.list`.
///
/// Any property but the number may be missing, and is then an absent member.
package struct ExpoEntry: Sendable, Hashable {
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

    /// An entry of which nothing but the number is known.
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
}

/// Some exhibits in the order of their numbers, as a client reads them.
package struct ExpoEntryPage: Sendable, Hashable {
    /// The entries, without their descriptions.
    package var entries: [ExpoEntry]
    /// The cursor of the next page; `nil` on the last one.
    package var next: String?

    /// Reads a page; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let entries = node["entries"], entries.kind == .array else { return nil }
        self.entries = entries.elements.compactMap { ExpoEntry($0) }
        next = node["next"]?.string
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
