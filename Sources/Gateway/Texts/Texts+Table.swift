internal import Terminal

extension Texts {
    /// A table without rows, whose titles are the texts `column_…`; a column without a name has no title.
    func table(dropping: [Int] = [], _ columns: (String, Table.Alignment)...) -> Table {
        Table(dropping: dropping, columns.map { ($0.0.isEmpty ? "" : self["column_\($0.0)"], $0.1) })
    }

    /// A table with a row for each value.
    func table<Value>(of values: [Value], dropping: [Int] = [], _ columns: Table.Column<Value>...) -> Table {
        let titles = columns.map { ($0.title.isEmpty ? "" : self["column_\($0.title)"], $0.alignment) }
        var table = Table(dropping: dropping, titles)
        for value in values { table.add(columns.map { $0.cell(value) }) }
        return table
    }
}
