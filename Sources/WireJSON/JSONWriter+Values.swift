extension JSONWriter {
    /// Writes the name of the member whose value comes next.
    ///
    /// - Parameter name: The name as text; it is escaped as needed.
    package mutating func name(_ name: StaticString) {
        unsafe appendEscaped(name.bytes, isName: true)
    }

    /// Writes the name of the member whose value comes next.
    ///
    /// - Parameter name: The name as text; it is escaped as needed.
    package mutating func name(_ name: String) {
        unsafe name.utf8.span.withUnsafeBufferPointer { unsafe appendEscaped($0, isName: true) }
    }

    /// Writes a string.
    ///
    /// - Parameter value: The text; it is escaped as needed.
    package mutating func string(_ value: String) {
        unsafe value.utf8.span.withUnsafeBufferPointer { unsafe appendEscaped($0, isName: false) }
    }

    /// Writes a string.
    ///
    /// - Parameter value: The text; it is escaped as needed.
    package mutating func string(_ value: StaticString) {
        unsafe appendEscaped(value.bytes, isName: false)
    }

    /// Writes a string that ends with a number, such as `orders/7`, without making it first.
    ///
    /// - Parameters:
    ///   - text: What it begins with; it is escaped as needed.
    ///   - separator: What is between: ASCII that needs no escape.
    ///   - number: What it ends with, in decimal.
    package mutating func string(_ text: String, separator: StaticString, number: Int) {
        let text = text.utf8.span
        unsafe text.withUnsafeBufferPointer { text in
            unsafe appendEscaped(text, separator: separator.bytes, number: number)
        }
    }

    /// Writes a string that needs no escape, without making it first.
    ///
    /// - Parameters:
    ///   - count: Its bytes.
    ///   - fill: Fills all of them, with ASCII other than control characters, `"` and `\`.
    package mutating func plainString(count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        unsafe appendString(count: count, fill)
    }

    /// Writes an integer in decimal.
    ///
    /// - Parameter value: Any integer.
    package mutating func integer(_ value: Int) {
        appendDecimal(value)
    }

    /// Writes `true` or `false`.
    ///
    /// - Parameter value: Which of them.
    package mutating func boolean(_ value: Bool) {
        let text: StaticString = value ? "true" : "false"
        unsafe appendValue(text.bytes)
    }

    /// Writes `null`.
    package mutating func null() {
        let text: StaticString = "null"
        unsafe appendValue(text.bytes)
    }

    /// Writes a number with exactly this text, of any size and precision.
    ///
    /// - Parameter text: A number in JSON's grammar, such as ``JSONNode/numberText`` gives. It is not checked.
    package mutating func number(_ text: String) {
        unsafe text.utf8.span.withUnsafeBufferPointer { unsafe appendValue($0) }
    }

    /// Writes a value that is JSON already.
    ///
    /// - Parameter json: One complete JSON value in UTF-8. It is not checked.
    package mutating func raw(_ json: [UInt8]) {
        unsafe json.withUnsafeBufferPointer { unsafe appendValue($0) }
    }

    /// Writes a value that is JSON already.
    ///
    /// - Parameter json: One complete JSON value in UTF-8. It is not checked.
    package mutating func raw(_ json: ArraySlice<UInt8>) {
        unsafe json.withUnsafeBufferPointer { unsafe appendValue($0) }
    }

    /// Writes a value that is JSON already.
    ///
    /// - Parameter json: One complete JSON value in UTF-8. It is not checked.
    package mutating func raw(_ json: Span<UInt8>) {
        unsafe json.withUnsafeBufferPointer { unsafe appendValue($0) }
    }

    /// Writes bytes as they are, in the middle of a text: no comma comes before them, and none before what follows.
    ///
    /// - Parameter piece: ASCII of any kind, such as a name with its colon. It is not checked.
    package mutating func verbatim(_ piece: StaticString) {
        unsafe append(piece.bytes)
    }

    /// Writes a text as it is, in the middle of another: no comma comes before it, and none before what follows.
    ///
    /// - Parameter piece: Any text. It is not escaped.
    package mutating func verbatim(_ piece: UTF8Span) {
        unsafe piece.span.withUnsafeBufferPointer { unsafe append($0) }
    }

    /// Writes bytes as they are, in the middle of a text: no comma comes before them, and none before what follows.
    ///
    /// - Parameter piece: UTF-8 of any kind, such as members that were written before. It is not checked.
    package mutating func verbatim(_ piece: [UInt8]) {
        unsafe piece.withUnsafeBufferPointer { unsafe append($0) }
    }

    /// Writes a value that knows how to write itself.
    ///
    /// - Parameter value: What to write.
    package mutating func value(_ value: some JSONWritable) {
        value.write(to: &self)
    }
}
