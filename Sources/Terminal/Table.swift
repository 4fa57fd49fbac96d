internal import Platform

/// Rows in columns that line up, whatever the script.
package struct Table: Sendable {
    /// What a column holds, which says on which side it is and whether it may be cut.
    package enum Alignment: Sendable {
        /// Names and prose: cut where there is no room.
        case left
        /// Numbers and prices: never cut.
        case right
        /// What may have to be typed, and signs: never cut.
        case whole
    }

    package struct Cell: Sendable, ExpressibleByStringInterpolation {
        package let text: String
        package let style: Palette.Style?

        package init(_ text: String, _ style: Palette.Style? = nil) {
            self.text = text.printable
            self.style = style
        }

        package init(stringLiteral value: String) {
            self.init(value)
        }
    }

    /// How much is left of a name.
    private static let leastName = 8
    /// How much is left of the last column, where prose is, before others are left out.
    private static let leastLast = 16

    private let headers: [Cell]
    private let alignments: [Alignment]
    private let dropping: [Int]
    private var rows: [[Cell]] = []

    /// Makes a table without rows.
    ///
    /// - Parameters:
    ///   - dropping: The columns that a narrow terminal can do without, by their places from 0, the first to go first.
    ///   - columns: The title of each column, and what it holds.
    package init(dropping: [Int] = [], _ columns: (String, Alignment)...) {
        self.init(dropping: dropping, columns)
    }

    package init(dropping: [Int] = [], _ columns: [(String, Alignment)]) {
        headers = columns.map { Cell($0.0, .strong) }
        alignments = columns.map(\.1)
        self.dropping = dropping
    }

    /// Adds a row; cells beyond the columns are dropped, missing ones are empty.
    package mutating func add(_ cells: Cell...) {
        add(cells)
    }

    package mutating func add(_ cells: [Cell]) {
        rows.append(cells)
    }

    /// The lines, title first.
    ///
    /// - Parameters:
    ///   - palette: How to paint titles and cells.
    ///   - columns: How wide the terminal is: names are cut to it, the widest first, and where that is not enough, columns
    ///     are left out; `nil` for everything.
    package func lines(_ palette: Palette, columns: Int? = nil) -> [String] {
        let all = [headers] + rows
        let widths = alignments.indices.map { column in
            all.map { $0.indices.contains(column) ? DisplayWidth.of($0[column].text) : 0 }.max() ?? 0
        }
        let fitting = columns.map { fitted(widths, to: $0) } ?? widths
        return all.map { line($0, widths: fitting, palette: palette) }
    }

    /// The widths in a terminal; `nil` for a column that is left out.
    private func fitted(_ widths: [Int], to columns: Int) -> [Int?] {
        var present: [Int?] = widths
        for dropped in [nil] + dropping {
            if let dropped { present[dropped] = nil }
            let cut = cut(present, to: columns, leastLast: Self.leastLast)
            if Self.sum(cut) <= columns { return cut }
        }
        let cut = cut(present, to: columns, leastLast: Self.leastName)
        // Too narrow even so: the terminal wraps the lines, and prose that is wrapped need not be cut.
        return Self.sum(cut) <= columns ? cut : self.cut(present, to: columns, leastLast: .max)
    }

    /// Cuts names as far as needed, or as far as they can be.
    private func cut(_ widths: [Int?], to columns: Int, leastLast: Int) -> [Int?] {
        var widths = widths
        let last = widths.lastIndex { $0 != nil }
        while Self.sum(widths) > columns {
            let names = widths.indices.filter { column in
                let least = column == last ? leastLast : Self.leastName
                return alignments[column] == .left && widths[column] ?? 0 > least
            }
            guard let widest = names.max(by: { widths[$0] ?? 0 < widths[$1] ?? 0 }) else { break }
            widths[widest] = widths[widest].map { $0 - 1 }
        }
        return widths
    }

    private static func sum(_ widths: [Int?]) -> Int {
        let present = widths.compactMap(\.self)
        return present.reduce(0, +) + 2 * max(0, present.count - 1)
    }

    private func line(_ cells: [Cell], widths: [Int?], palette: Palette) -> String {
        var line = ""
        // Blanks are owed until something follows, so that no line ends in them.
        var owed = 0
        for (column, cell) in cells.prefix(alignments.count).enumerated() {
            guard let width = widths[column] else { continue }
            let text = DisplayWidth.truncate(cell.text, to: width)
            let padding = max(0, width - DisplayWidth.of(text))
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
package struct Palette: Sendable {
    /// What a colour means; the numbers are those of ECMA-48 (SGR).
    package enum Style: String, Sendable {
        case strong = "1"
        case faint = "2"
        case inverse = "7"
        case bad = "31"
        case good = "32"
        case warning = "33"
        /// No longer so: red and crossed out.
        case struck = "31;9"
    }

    package let isOn: Bool

    package func paint(_ text: String, _ style: Style?) -> String {
        guard isOn, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}

extension Table {
    /// A column of a table of values: its title, and what of a value is in it.
    package struct Column<Value> {
        package let title: String
        package let alignment: Alignment
        package let cell: (Value) -> Cell

        package init(_ title: String, _ alignment: Alignment, cell: @escaping (Value) -> Cell) {
            (self.title, self.alignment, self.cell) = (title, alignment, cell)
        }
    }
}
