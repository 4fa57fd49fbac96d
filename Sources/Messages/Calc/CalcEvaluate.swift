package import WireJSON

/// The params of `calc.evaluate`.
package struct CalcEvaluateParams: SuiteMessage {
    package var formula = ""

    package init() {}
    package init(formula: String) { self.formula = formula }

    package mutating func members(_ members: inout Members) {
        // What is wrong with an empty or an endless one is for the rules of formulas to say.
        members("formula", &formula, .anyText, "Numbers and operators: at most 65536 bytes and 10000 tokens.")
    }

    /// Lends the formula where it stands in the params of a request, without making a string of it.
    ///
    /// - Throws: What `body` throws, or ``RPCError`` `INVALID_PARAMS` when there is no formula.
    package static func withFormula(
        in params: JSONNode?,
        _ body: (UTF8Span) throws(RPCError) -> Void
    ) throws(RPCError) {
        var refusal: RPCError?
        let isThere = params?["formula"]?.withUTF8 { text in
            do throws(RPCError) { try body(text) } catch { refusal = error }
        }
        if isThere != true { _ = try Self(params: params) }
        if let refusal { throw refusal }
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
