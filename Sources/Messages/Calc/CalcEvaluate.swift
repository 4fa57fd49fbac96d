package import WireJSON

/// The params of `calc.evaluate`.
package struct CalcEvaluateParams: RequestParams, Sendable, Hashable {
    /// The formula, such as `2+3*3-1`.
    package var formula: String

    package init(formula: String) {
        self.formula = formula
    }

    /// Reads the params.
    ///
    /// Any text will do here: what is wrong with an empty or an endless one is for the rules of formulas to say.
    package init(from reader: inout ParamsReader) {
        formula = Self.formula(&reader)?.string ?? ""
    }

    /// Lends the formula where it stands in the params of a request, without making a string of it.
    ///
    /// - Throws: What `body` throws, or ``RPCError`` `INVALID_PARAMS` when there is no formula.
    package static func withFormula(
        in params: JSONNode?,
        _ body: (UTF8Span) throws(RPCError) -> Void
    ) throws(RPCError) {
        var reader = ParamsReader(params)
        var refusal: RPCError?
        let isThere = formula(&reader)?.withUTF8 { text in
            do throws(RPCError) { try body(text) } catch { refusal = error }
        }
        guard isThere == true else { throw RPCError(violations: reader.violations) }
        if let refusal { throw refusal }
    }

    private static func formula(_ reader: inout ParamsReader) -> JSONNode? {
        guard let member = reader.member("formula") else {
            reader.violate("formula", reason: .required, detail: "formula is required")
            return nil
        }
        guard member.kind == .string else {
            reader.violate("formula", reason: .type, detail: "formula must be a string")
            return nil
        }
        return member
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("formula", formula)
        writer.endObject()
    }
}

/// The result of `calc.evaluate`.
package struct CalcEvaluateResult: Sendable, Hashable, JSONWritable {
    /// The value as plain decimal text of at most 34 significant digits, or `NaN`.
    package var value: String
    /// The value as a calculator shows it, at most 32 characters.
    package var display: String

    package init(value: String, display: String) {
        self.value = value
        self.display = display
    }

    /// Reads a result; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let value = node["value"]?.string, let display = node["display"]?.string else { return nil }
        self.init(value: value, display: display)
    }

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
