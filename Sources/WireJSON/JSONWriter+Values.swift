extension JSONWriter {
    /// Writes the name of the member whose value comes next.
    ///
    /// - Parameter name: The name as text; it is escaped as needed.
    public mutating func name(_ name: StaticString) {
        name.withUTF8Buffer { appendEscaped($0, isName: true) }
    }

    /// Writes the name of the member whose value comes next.
    ///
    /// - Parameter name: The name as text; it is escaped as needed.
    public mutating func name(_ name: String) {
        var name = name
        name.withUTF8 { appendEscaped($0, isName: true) }
    }

    /// Writes a string.
    ///
    /// - Parameter value: The text; it is escaped as needed.
    public mutating func string(_ value: String) {
        var value = value
        value.withUTF8 { appendEscaped($0, isName: false) }
    }

    /// Writes a string.
    ///
    /// - Parameter value: The text; it is escaped as needed.
    public mutating func string(_ value: StaticString) {
        value.withUTF8Buffer { appendEscaped($0, isName: false) }
    }

    /// Writes a string that ends with a number, such as `orders/7`, without making it first.
    ///
    /// - Parameters:
    ///   - text: What it begins with; it is escaped as needed.
    ///   - separator: What stands between: ASCII that needs no escape.
    ///   - number: What it ends with, in decimal.
    public mutating func string(_ text: String, _ separator: StaticString, _ number: Int) {
        string(text)
        separator.withUTF8Buffer { extendString($0) }
        withDecimal(number) { extendString($0) }
    }

    /// Writes a string that needs no escape, without making it first.
    ///
    /// - Parameters:
    ///   - count: Its bytes.
    ///   - fill: Fills all of them, with ASCII other than control characters, `"` and `\`.
    public mutating func plainString(count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { text in
            fill(text)
            appendQuoted(UnsafeBufferPointer(text), isName: false)
        }
    }

    /// Writes an integer in decimal.
    ///
    /// - Parameter value: Any integer.
    public mutating func integer(_ value: Int) {
        withDecimal(value) { appendValue($0) }
    }

    private func withDecimal(_ value: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        // 19 digits and a sign hold every Int.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
            var position = 20
            var magnitude = value.magnitude
            repeat {
                position -= 1
                let (quotient, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
                buffer.initializeElement(at: position, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
                magnitude = quotient
            } while magnitude > 0
            if value < 0 {
                position -= 1
                buffer.initializeElement(at: position, to: UInt8(ascii: "-"))
            }
            body(UnsafeBufferPointer(rebasing: buffer[position...]))
        }
    }

    /// Writes `true` or `false`.
    ///
    /// - Parameter value: Which of them.
    public mutating func boolean(_ value: Bool) {
        let text: StaticString = value ? "true" : "false"
        text.withUTF8Buffer { appendValue($0) }
    }

    /// Writes `null`.
    public mutating func null() {
        let text: StaticString = "null"
        text.withUTF8Buffer { appendValue($0) }
    }

    /// Writes a number with exactly this text, of any size and precision.
    ///
    /// - Parameter text: A number in JSON's grammar, such as ``JSONNode/numberText`` gives. It is not checked.
    public mutating func number(_ text: String) {
        var text = text
        text.withUTF8 { appendValue($0) }
    }

    /// Writes a value that is JSON already.
    ///
    /// - Parameter json: One complete JSON value in UTF-8. It is not checked.
    public mutating func raw(_ json: [UInt8]) {
        json.withUnsafeBufferPointer { appendValue($0) }
    }

    /// Writes a value that is JSON already.
    ///
    /// - Parameter json: One complete JSON value in UTF-8. It is not checked.
    public mutating func raw(_ json: ArraySlice<UInt8>) {
        json.withUnsafeBufferPointer { appendValue($0) }
    }

    /// Writes a value that is JSON already.
    ///
    /// - Parameter json: One complete JSON value in UTF-8. It is not checked.
    public mutating func raw(_ json: Span<UInt8>) {
        json.withUnsafeBufferPointer { appendValue($0) }
    }

    /// Writes a value that knows how to write itself.
    ///
    /// - Parameter value: What to write.
    public mutating func value(_ value: some JSONWritable) {
        value.write(to: &self)
    }
}
