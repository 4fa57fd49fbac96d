package import WireJSON

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
