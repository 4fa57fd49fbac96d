package import WireJSON

/// An operator and the operand behind it: a row of the history, or a term of the formula being keyed in.
package struct CalcKeypadRow: Sendable, Hashable, JSONWritable {
    /// The operator's glyph; empty for the first operand of a formula.
    package var `operator`: String
    /// The operand: as the display shows it in a history row, exact plain decimal text in a term.
    package var operand: String

    /// Creates a row.
    package init(operator: String, operand: String) {
        self.operator = `operator`
        self.operand = operand
    }

    /// Reads a row; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let `operator` = node["operator"]?.string, let operand = node["operand"]?.string else { return nil }
        self.init(operator: `operator`, operand: operand)
    }

    /// Writes the row.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("operator", `operator`)
        writer.member("operand", operand)
        writer.endObject()
    }
}
