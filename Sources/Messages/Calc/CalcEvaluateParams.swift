public import WireJSON

/// The params of `calc.evaluate`.
public struct CalcEvaluateParams: RequestParams, Sendable, Hashable {
    /// The formula, such as `2+3*3-1`.
    public var formula: String

    /// Creates params.
    public init(formula: String) {
        self.formula = formula
    }

    /// Reads the params.
    ///
    /// Any text will do here: what is wrong with an empty or an endless one is for the rules of formulas to say.
    public init(from reader: inout ParamsReader) {
        guard let member = reader.member("formula") else {
            formula = ""
            reader.violate("formula", reason: .required, detail: "formula is required")
            return
        }
        formula = member.string ?? ""
        if member.kind != .string {
            reader.violate("formula", reason: .type, detail: "formula must be a string")
        }
    }

    /// Writes the params.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("formula", formula)
        writer.endObject()
    }
}
