package import WireJSON

/// What the members of a message are, as its contract says it: a JSON Schema of the draft 2020-12.
package struct MessageSchema: Sendable {
    /// What may stand in one place: the members of a JSON Schema.
    package struct ValueSchema: Sendable {
        private(set) var members: [(name: String, json: [UInt8])] = []

        init(type: StaticString) { add("type") { $0.string(type) } }

        /// Adds a keyword with its value.
        mutating func add(_ keyword: String, write value: (inout JSONWriter) -> Void) {
            var writer = JSONWriter()
            value(&writer)
            members.append((keyword, writer.bytes))
        }

        /// The same with a keyword more.
        func with(_ keyword: String, value: Int) -> ValueSchema { with(keyword) { $0.integer(value) } }

        /// The same with an upper limit, if there is one.
        func limited(_ keyword: String, to limit: Int) -> ValueSchema {
            limit < .max ? with(keyword, value: limit) : self
        }

        func with(_ keyword: String, write value: (inout JSONWriter) -> Void) -> ValueSchema {
            var schema = self
            schema.add(keyword, write: value)
            return schema
        }

        package func write(to writer: inout JSONWriter, about: String? = nil) {
            writer.object { writer in
                for (name, json) in members {
                    writer.name(name)
                    writer.raw(json)
                }
                if let about { writer.member("description", about) }
            }
        }
    }

    package struct Member: Sendable {
        package let name: String
        /// One sentence.
        package let about: String
        package let isRequired: Bool
        package let type: ValueSchema
    }

    /// In the order in which they are written.
    package internal(set) var members: [Member] = []

    /// The schema of the whole object.
    var type: ValueSchema {
        var schema = ValueSchema(type: "object")
        let required = members.filter(\.isRequired).map(\.name)
        if !required.isEmpty {
            schema.add("required") { writer in
                writer.beginArray()
                for name in required { writer.string(name) }
                writer.endArray()
            }
        }
        guard !members.isEmpty else { return schema }
        return schema.with("properties") { writer in
            writer.object { writer in
                for member in members {
                    writer.name(member.name)
                    member.type.write(to: &writer, about: member.about)
                }
            }
        }
    }

    /// Writes the schema of the whole object.
    package func write(to writer: inout JSONWriter) { type.write(to: &writer) }
}
