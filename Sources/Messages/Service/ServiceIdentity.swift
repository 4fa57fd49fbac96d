package import WireJSON

/// The name of a service, such as `juice`.
package struct ServiceName: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The word.
    package let rawValue: String
    /// What the service does, in one sentence.
    package let summary: String
    /// The `source` of its replies and events, such as `/juice-service`: kept, because every reply names it.
    package let source: String

    init(_ word: String, summary: String) {
        (rawValue, self.summary, source) = (word, summary, "/\(word)-service")
    }

    /// A service of this suite; `nil` for any other word.
    package init?(rawValue: String) {
        guard let service = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = service
    }

    /// The program's name, such as `juice-service`.
    package var program: String { String(source.dropFirst()) }
    package var description: String { rawValue }
}

/// Which process of which service answered.
package struct ServiceIdentity: Sendable, Hashable, JSONWritable {
    /// The version of this suite, SemVer.
    package static let suiteVersion = "0.1.0"

    /// The program, such as `juice-service`.
    package let name: String
    /// A UUID of this process.
    package let id: String
    /// Its version, SemVer.
    package let version: String

    package init(name: String, id: String, version: String = suiteVersion) {
        self.name = name
        self.id = id
        self.version = version
    }

    /// Reads an identity; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let name = node["name"]?.string, let id = node["id"]?.string, let version = node["version"]?.string else {
            return nil
        }
        self.init(name: name, id: id, version: version)
    }

    /// Writes the identity: the result of `service.ping`.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    /// Writes its members into an object that has more.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("id", id)
        writer.member("version", version)
    }
}
