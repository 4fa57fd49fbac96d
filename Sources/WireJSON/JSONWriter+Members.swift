extension JSONWriter {
    /// Writes a member whose value is an integer.
    ///
    /// - Parameters:
    ///   - name: The name as text; it is escaped as needed.
    ///   - value: The value.
    package mutating func member(_ name: StaticString, _ value: Int) {
        unsafe appendMember(name.bytes, decimal: value)
    }

    /// Writes a member whose value is a string.
    ///
    /// - Parameters:
    ///   - name: The name as text; it is escaped as needed.
    ///   - value: The text; it is escaped as needed.
    package mutating func member(_ name: StaticString, _ value: String) {
        member(name, value.utf8Span)
    }

    /// Writes a member whose value is a string, of which none was made.
    ///
    /// - Parameters:
    ///   - name: The name as text; it is escaped as needed.
    ///   - value: The text; it is escaped as needed.
    package mutating func member(_ name: StaticString, _ value: UTF8Span) {
        unsafe value.span.withUnsafeBufferPointer { value in
            unsafe appendMember(name.bytes, text: value)
        }
    }

    /// Writes a member whose value is `true` or `false`.
    ///
    /// - Parameters:
    ///   - name: The name as text; it is escaped as needed.
    ///   - value: The value.
    package mutating func member(_ name: StaticString, _ value: Bool) {
        self.name(name)
        boolean(value)
    }

    /// Writes a member whose value knows how to write itself.
    ///
    /// - Parameters:
    ///   - name: The name as text; it is escaped as needed.
    ///   - value: The value.
    package mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        self.name(name)
        self.value(value)
    }

    /// Writes a member whose value is JSON already.
    ///
    /// - Parameters:
    ///   - name: The name as text; it is escaped as needed.
    ///   - json: One complete JSON value in UTF-8. It is not checked.
    package mutating func member(_ name: StaticString, raw json: [UInt8]) {
        self.name(name)
        raw(json)
    }

    /// Writes a member whose value is JSON already.
    ///
    /// - Parameters:
    ///   - name: The name as text; it is escaped as needed.
    ///   - json: One complete JSON value in UTF-8. It is not checked.
    package mutating func member(_ name: StaticString, raw json: ArraySlice<UInt8>) {
        self.name(name)
        raw(json)
    }
}
