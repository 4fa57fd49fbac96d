extension JSONWriter {
    /// Writes an object whose members `members` writes.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        beginObject()
        members(&self)
        endObject()
    }

    /// Writes a member that is an object.
    package mutating func object(_ name: StaticString, members: (inout JSONWriter) -> Void) {
        self.name(name)
        object(members)
    }

    /// Writes a member that is an array, whose elements `elements` writes.
    package mutating func array(_ name: StaticString, elements: (inout JSONWriter) -> Void) {
        self.name(name)
        beginArray()
        elements(&self)
        endArray()
    }

    /// Writes a member that is an array of what `write` makes of each value.
    package mutating func array<Values: Sequence>(
        _ name: StaticString,
        of values: Values,
        write: (inout JSONWriter, Values.Element) -> Void
    ) {
        array(name) { writer in
            for value in values { write(&writer, value) }
        }
    }

    /// The bytes of one object.
    package static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(members)
        return writer.bytes
    }
}
