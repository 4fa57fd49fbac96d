package import WireJSON

extension JSONWriter {
    package mutating func member(_ name: StaticString, _ values: [some JSONWritable]) {
        self.name(name)
        beginArray()
        for value in values { value.write(to: &self) }
        endArray()
    }

    /// Writes a member whose value is an object of integers, sorted, so that a repeated call is the same text.
    mutating func member(_ name: StaticString, sorted values: [String: Int]) {
        self.name(name)
        beginObject()
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            self.name(name)
            integer(value)
        }
        endObject()
    }

    package mutating func member(_ name: StaticString, _ values: [String]) {
        self.name(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }
}

extension JSONWritable {
    /// The value as bytes of its own.
    package var jsonBytes: [UInt8] {
        // Most messages fit, so that the buffer is allocated once.
        var writer = JSONWriter(capacity: 256)
        write(to: &writer)
        return writer.bytes
    }
}
