package import WireJSON

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
    private static let longestName = 1_024

    /// Which entry.
    package var key: Key

    /// Creates params.
    package init(key: Key) {
        self.key = key
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        let names = ["name", "image_name", "number"].filter { reader.member($0) != nil }
        switch names {
        case ["name"]: key = .name(reader.string("name", longest: Self.longestName))
        case ["image_name"]: key = .imageName(reader.string("image_name", longest: Self.longestName))
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

    /// Writes the params.
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
