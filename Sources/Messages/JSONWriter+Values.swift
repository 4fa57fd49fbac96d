public import WireJSON

extension JSONWriter {
    /// Writes a member whose value is an array.
    public mutating func member(_ name: StaticString, _ values: [some JSONWritable]) {
        self.name(name)
        beginArray()
        for value in values { value.write(to: &self) }
        endArray()
    }
}

extension JSONWritable {
    /// The value as bytes of its own.
    public var jsonBytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}
