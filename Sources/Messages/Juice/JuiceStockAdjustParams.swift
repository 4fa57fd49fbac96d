package import WireJSON

/// The params of `juice.stock.adjust`.
package struct JuiceStockAdjustParams: RequestParams, Sendable, Hashable {
    /// What to add to each fruit, ±1…1 000 000 000; negative takes away.
    package var changes: [String: Int]

    /// Creates params.
    package init(changes: [String: Int]) {
        self.changes = changes
    }

    /// Reads the params.
    package init(from reader: inout ParamsReader) {
        changes = reader.integers("changes", in: -1_000_000_000...1_000_000_000)
        for fruit in changes.keys.sorted() where changes[fruit] == 0 {
            reader.violate("changes", fruit, reason: .range, detail: "changes.\(fruit) must not be 0")
        }
    }

    /// Writes the params, sorted, so that a repeated call is the same text.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("changes")
        writer.sortedObject(changes)
        writer.endObject()
    }
}

extension JSONWriter {
    mutating func sortedObject(_ values: [String: Int]) {
        beginObject()
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            self.name(name)
            integer(value)
        }
        endObject()
    }
}
