package import WireJSON

extension JSONWriter {
    /// Writes a member whose value is an array.
    package mutating func member(_ name: StaticString, _ values: [some JSONWritable]) {
        self.name(name)
        beginArray()
        for value in values { value.write(to: &self) }
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
