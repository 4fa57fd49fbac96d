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
package struct CalcEvaluateResult: SuiteMessage {
    package var value = ""
    package var display = ""

    package init() {}

    package mutating func members(_ members: inout Members) {
        members("value", &value, .text(), "The value as plain decimal text, at most 34 significant digits, or NaN.")
        members("display", &display, .text(bytes: 1...32), "The value as a calculator shows it.")
    }

    /// Writes a result of which no strings were made.
    package static func write(value: UTF8Span, display: UTF8Span, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("value", value)
        writer.member("display", display)
        writer.endObject()
    }
}
