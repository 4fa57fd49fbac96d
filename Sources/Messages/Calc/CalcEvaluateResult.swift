package import WireJSON

/// The result of `calc.evaluate`.
package struct CalcEvaluateResult: Sendable, Hashable, JSONWritable {
    /// The value as plain decimal text of at most 34 significant digits, or `NaN`.
    package var value: String
    /// The value as a calculator shows it, at most 32 characters.
    package var display: String

    /// Creates a result.
    package init(value: String, display: String) {
        self.value = value
        self.display = display
    }

    /// Reads a result; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let value = node["value"]?.string, let display = node["display"]?.string else { return nil }
        self.init(value: value, display: display)
    }

    /// Writes the result.
    package func write(to writer: inout JSONWriter) {
        Self.write(value: value.utf8Span, display: display.utf8Span, to: &writer)
    }

    /// Writes a result of which no strings were made.
    package static func write(value: UTF8Span, display: UTF8Span, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("value", value)
        writer.member("display", display)
        writer.endObject()
    }
}
