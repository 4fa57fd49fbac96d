package import WireJSON

/// The result of `expo.poster`: any property may be missing, and is then an absent member.
package struct ExpoPoster: Sendable, Hashable {
    /// The properties as lines of a Korean screen.
    package struct Formatted: Sendable, Hashable {
        /// The title, with a line break before each `(`.
        package var title: String?
        /// The visitors with their label.
        package var visitors: String?
        /// The location with its label.
        package var location: String?
        /// The duration with its label.
        package var duration: String?

        /// Creates lines; those that are not given are missing.
        package init(
            title: String? = nil,
            visitors: String? = nil,
            location: String? = nil,
            duration: String? = nil
        ) {
            self.title = title
            self.visitors = visitors
            self.location = location
            self.duration = duration
        }

        init(_ node: JSONNode) {
            self.init(
                title: node["title"]?.string,
                visitors: node["visitors"]?.string,
                location: node["location"]?.string,
                duration: node["duration"]?.string
            )
        }
    }

    /// The name of the exposition in Korean.
    package var title: String?
    /// How many people came.
    package var visitors: Int?
    /// Where it took place, in Korean.
    package var location: String?
    /// From which day to which day.
    package var duration: String?
    /// Its story in Korean; paragraphs are separated by an empty line.
    package var description: String?
    /// The name of the exposition in English.
    package var englishTitle: String?
    /// Where it took place, in English.
    package var englishLocation: String?
    /// Its story in English.
    package var englishDescription: String?
    /// The same as lines of a screen.
    package var formatted: Formatted

    /// Creates a poster of which nothing but the lines is known; set what is.
    package init(formatted: Formatted) {
        self.formatted = formatted
    }

    /// Reads a poster; `nil` when it is none.
    package init?(_ node: JSONNode) {
        guard let formatted = node["formatted"], formatted.kind == .object else { return nil }
        self.init(formatted: Formatted(formatted))
        title = node["title"]?.string
        visitors = node["visitors"]?.integer
        location = node["location"]?.string
        duration = node["duration"]?.string
        description = node["description"]?.string
        englishTitle = node["title_en"]?.string
        englishLocation = node["location_en"]?.string
        englishDescription = node["description_en"]?.string
    }
}

/// The result of `expo.image.get`: what the attachment frame behind it is.
package struct ExpoImage: Sendable, Hashable, JSONWritable {
    /// The picture that was asked for.
    package var imageName: String
    /// Its media type, such as `image/svg+xml`.
    package var mediaType: String
    /// Its bytes.
    package var size: Int
    /// Its SHA-256, 64 lower-case hexadecimal digits.
    package var sha256: String

    package init(imageName: String, mediaType: String, size: Int, sha256: String) {
        self.imageName = imageName
        self.mediaType = mediaType
        self.size = size
        self.sha256 = sha256
    }

    /// Reads the description; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let imageName = node["image_name"]?.string, let mediaType = node["media_type"]?.string,
            let size = node["size"]?.integer, let sha256 = node["sha256"]?.string
        else { return nil }
        self.init(imageName: imageName, mediaType: mediaType, size: size, sha256: sha256)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("image_name", imageName)
        writer.member("media_type", mediaType)
        writer.member("size", size)
        writer.member("sha256", sha256)
        writer.endObject()
    }
}
