public import WireJSON

/// A name in Korean and English.
public struct BilingualName: Sendable, Hashable, JSONWritable {
    /// The Korean name.
    public var korean: String
    /// The English name.
    public var english: String

    /// Creates a name.
    public init(korean: String, english: String) {
        self.korean = korean
        self.english = english
    }

    /// Reads a name; `nil` when a language is missing.
    public init?(_ node: JSONNode) {
        guard let korean = node["ko"]?.string, let english = node["en"]?.string else { return nil }
        self.init(korean: korean, english: english)
    }

    /// Writes the name.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("ko", korean)
        writer.member("en", english)
        writer.endObject()
    }
}
