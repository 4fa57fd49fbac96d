package import WireJSON

extension JSONWriter {
    package mutating func member(_ name: StaticString, _ values: [some JSONWritable]) {
        self.name(name)
        beginArray()
        for value in values { value.write(to: &self) }
        endArray()
    }

    package mutating func member(_ name: StaticString, _ values: [String]) {
        array(name, of: values) { writer, value in writer.string(value) }
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
