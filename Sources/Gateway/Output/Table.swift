/// Rows in columns that line up, whatever the script.
struct Table: Sendable {
    enum Alignment: Sendable {
        case left
        case right
    }

    struct Cell: Sendable, ExpressibleByStringInterpolation {
        let text: String
        let style: Palette.Style?

        init(_ text: String, _ style: Palette.Style? = nil) {
            self.text = text.printable
            self.style = style
        }

        init(stringLiteral value: String) {
            self.init(value)
        }
    }

    private let headers: [Cell]
    private let alignments: [Alignment]
    private var rows: [[Cell]] = []

    /// Makes a table without rows.
    ///
    /// - Parameter columns: The title of each column, and the side its cells lean to.
    init(_ columns: (String, Alignment)...) {
        headers = columns.map { Cell($0.0, .strong) }
        alignments = columns.map(\.1)
    }

    /// Adds a row; cells beyond the columns are dropped, missing ones are empty.
    mutating func add(_ cells: Cell...) {
        rows.append(cells)
    }

    /// The lines, title first.
    ///
    /// - Parameters:
    ///   - palette: How to paint titles and cells.
    ///   - columns: How wide the terminal is, to which the last column is cut; `nil` to cut nothing.
    func lines(_ palette: Palette, columns: Int? = nil) -> [String] {
        let all = [headers] + rows
        let widths = alignments.indices.map { column in
            all.map { $0.indices.contains(column) ? DisplayWidth.of($0[column].text) : 0 }.max() ?? 0
        }
        let room = columns.map { $0 - widths.dropLast().reduce(0) { $0 + $1 + 2 } }
        return all.map { line($0, widths, room: room, palette) }
    }

    private func line(_ cells: [Cell], _ widths: [Int], room: Int?, _ palette: Palette) -> String {
        var line = ""
        // Blanks are owed until something follows, so that no line ends in them.
        var owed = 0
        for (column, cell) in cells.prefix(alignments.count).enumerated() {
            let isLast = column == alignments.count - 1
            // A terminal too narrow for anything is left to wrap the line.
            let text = isLast && (room ?? 0) >= 8 ? DisplayWidth.truncate(cell.text, to: room ?? 0) : cell.text
            let padding = max(0, widths[column] - DisplayWidth.of(text))
            let isRight = alignments[column] == .right
            if isRight { owed += padding }
            if !text.isEmpty {
                line += String(repeating: " ", count: owed) + palette.paint(text, cell.style)
                owed = 0
            }
            owed += (isRight ? 0 : padding) + 2
        }
        return line
    }
}
