package import WireJSON

/// The result of `calc.keys`.
package struct CalcKeysResult: Sendable, Hashable, JSONWritable {
    /// Another way to write a key.
    package struct Spelling: Sendable, Hashable, JSONWritable {
        /// The other way, such as `*`.
        package var spelling: String
        /// The key's label, such as `×`.
        package var key: String

        package init(spelling: String, key: String) {
            self.spelling = spelling
            self.key = key
        }

        init?(_ node: JSONNode) {
            guard let spelling = node["spelling"]?.string, let key = node["key"]?.string else { return nil }
            self.init(spelling: spelling, key: key)
        }

        package func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("spelling", spelling)
            writer.member("key", key)
            writer.endObject()
        }
    }

    /// The labels of the keys, row by row from the top, each row from the left.
    package var rows: [[String]]
    /// What `calc.press` takes besides the labels.
    package var spellings: [Spelling]

    package init(rows: [[String]], spellings: [Spelling]) {
        self.rows = rows
        self.spellings = spellings
    }

    /// Reads a keypad; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let rows = node["rows"], let spellings = node["spellings"] else { return nil }
        self.init(
            rows: rows.elements.map { $0.elements.compactMap(\.string) },
            spellings: spellings.elements.compactMap { Spelling($0) }
        )
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.array("rows", of: rows) { writer, row in
            writer.beginArray()
            for label in row { writer.string(label) }
            writer.endArray()
        }
        writer.member("spellings", spellings)
        writer.endObject()
    }
}

/// An operator and the operand behind it: a row of the history, or a term of the formula being keyed in.
package struct CalcKeypadRow: Sendable, Hashable, JSONWritable {
    /// The operator's glyph; empty for the first operand of a formula.
    package var `operator`: String
    /// The operand: as the display shows it in a history row, exact plain decimal text in a term.
    package var operand: String

    package init(operator: String, operand: String) {
        self.operator = `operator`
        self.operand = operand
    }

    /// Reads a row; `nil` when a member is missing.
    package init?(_ node: JSONNode) {
        guard let `operator` = node["operator"]?.string, let operand = node["operand"]?.string else { return nil }
        self.init(operator: `operator`, operand: operand)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("operator", `operator`)
        writer.member("operand", operand)
        writer.endObject()
    }
}
