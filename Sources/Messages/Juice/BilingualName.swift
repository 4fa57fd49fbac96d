package import WireJSON

/// A name in Korean and English.
package struct BilingualName: Sendable, Hashable, JSONWritable {
    /// The Korean name.
    package var korean: String
    /// The English name.
    package var english: String

    /// Creates a name.
    package init(korean: String, english: String) {
        self.korean = korean
        self.english = english
    }

    /// Reads a name; `nil` when a language is missing.
    package init?(_ node: JSONNode) {
        guard let korean = node["ko"]?.string, let english = node["en"]?.string else { return nil }
        self.init(korean: korean, english: english)
    }

    /// Writes the name.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("ko", korean)
        writer.member("en", english)
        writer.endObject()
    }
}
