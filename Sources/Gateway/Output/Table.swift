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

    /// How much is left of the last column, and of any other, before the terminal's width is given up.
    private static let leastLast = 16
    private static let leastOther = 8

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
    ///   - columns: How wide the terminal is: the last column is cut to it, and, where that leaves too little of it,
    ///     the widest of the others; `nil` to cut nothing.
    func lines(_ palette: Palette, columns: Int? = nil) -> [String] {
        let all = [headers] + rows
        var widths = alignments.indices.map { column in
            all.map { $0.indices.contains(column) ? DisplayWidth.of($0[column].text) : 0 }.max() ?? 0
        }
        if let columns { fit(&widths, to: columns) }
        return all.map { line($0, widths, palette) }
    }

    /// Takes from the widths what is more than a terminal has.
    private func fit(_ widths: inout [Int], to columns: Int) {
        guard let last = widths.popLast() else { return }
        func room() -> Int { columns - widths.reduce(0) { $0 + $1 + 2 } }
        while room() < min(last, Self.leastLast),
            let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.leastOther
        {
            widths[widest] -= 1
        }
        // A terminal too narrow for anything is left to wrap the line.
        widths.append(room() >= Self.leastOther ? min(last, room()) : last)
    }

    private func line(_ cells: [Cell], _ widths: [Int], _ palette: Palette) -> String {
        var line = ""
        // Blanks are owed until something follows, so that no line ends in them.
        var owed = 0
        for (column, cell) in cells.prefix(alignments.count).enumerated() {
            let text = DisplayWidth.truncate(cell.text, to: widths[column])
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

/// Colours, or none.
struct Palette: Sendable {
    /// What a colour means; the numbers are those of ECMA-48 (SGR).
    enum Style: String, Sendable {
        case strong = "1"
        case faint = "2"
        case inverse = "7"
        case bad = "31"
        case good = "32"
        case warning = "33"
        /// No longer so: red and crossed out.
        case struck = "31;9"
    }

    let isOn: Bool

    func paint(_ text: String, _ style: Style?) -> String {
        guard isOn, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}
