internal import Messages
internal import Terminal

/// What the keypad shows: history, display and keys, fitted to any size of terminal.
struct KeypadScreen: Sendable {
    /// Whether keys are on their way.
    var isWaiting = false
    /// Whether the last call got no answer, and another is being tried.
    var isServiceGone = false
    private let labels: [[String]]
    private var result: CalcPressResult
    private var lastKey: String?
    /// How many of the newest rows are scrolled out of sight.
    private var offset = 0

    init(labels: [[String]], result: CalcPressResult) {
        self.labels = labels.filter { !$0.isEmpty }
        self.result = result
    }

    /// - Parameter key: The last of them.
    mutating func show(_ result: CalcPressResult, after key: String?) {
        self.result = result
        lastKey = key
        // Anyone who calculates wants to see the newest.
        offset = 0
    }

    /// Moves through the history: to older rows, or, with a negative number, to newer ones.
    mutating func scroll(by rows: Int) {
        offset = min(max(0, offset + rows), max(0, result.history.count - 1))
    }

    /// How many rows of the history there is room for.
    func visibleRows(_ size: TerminalSize) -> Int {
        KeypadLayout(labels: labels, in: size).historyRows
    }

    /// The bytes that draw it.
    func frame(of size: TerminalSize, in texts: Texts, palette: Palette) -> [UInt8] {
        TerminalScreen.frame(lines(in: size, texts: texts, palette: palette))
    }

    /// The lines, none wider and no more of them than the terminal has.
    func lines(in size: TerminalSize, texts: Texts, palette: Palette) -> [String] {
        let layout = KeypadLayout(labels: labels, in: size)
        let history = visibleHistory(layout.historyRows)
        let sign = result.state.isResult ? "=" : result.operator
        guard layout.hasFrame else {
            let rows =
                history.rows.map { layout.row($0.operator, number: $0.operand) } + [
                    layout.row(sign, number: result.display)
                ]
            return Array(rows.suffix(max(1, size.rows)))
        }
        let blanks = [String](repeating: layout.row("", number: ""), count: layout.historyRows - history.rows.count)
        let rows = blanks + history.rows.map { layout.row($0.operator, number: $0.operand) }
        var lines = [
            layout.border(left: "┌", joint: "─", right: "┐", note: history.above > 0 ? "↑ \(history.above)" : "")
        ]
        lines += rows.map { "│ \(palette.paint($0, .faint)) │" }
        lines.append(
            layout.border(left: "├", joint: "─", right: "┤", note: history.below > 0 ? "↓ \(history.below)" : "")
        )
        lines.append("│ \(palette.paint(layout.row(sign, number: result.display), .strong)) │")
        lines += keys(layout, palette: palette)
        let status = isServiceGone ? texts["keypad_alone"] : isWaiting ? texts["keypad_waiting"] : texts["keypad_help"]
        let style: Palette.Style = isServiceGone ? .warning : .faint
        return lines + [palette.paint(DisplayWidth.truncate(status, to: size.columns), style)]
    }

    private func visibleHistory(_ count: Int) -> (above: Int, rows: ArraySlice<CalcKeypadRow>, below: Int) {
        // The oldest row stays at the top when there is room for it.
        let below = max(0, min(offset, result.history.count - count))
        let rows = result.history.dropLast(below).suffix(count)
        return (rows.startIndex, rows, below)
    }

    private func keys(_ layout: KeypadLayout, palette: Palette) -> [String] {
        guard layout.hasKeys else { return [layout.border(left: "└", joint: "─", right: "┘")] }
        var lines = [layout.border(left: "├", joint: "┬", right: "┤")]
        for (place, row) in labels.enumerated() {
            if place > 0, layout.hasRules { lines.append(layout.border(left: "├", joint: "┼", right: "┤")) }
            let cells = layout.keyPlaces.map { column in
                guard row.indices.contains(column) else { return layout.cell("") }
                let isLast = row[column] == lastKey
                let isRefused = result.accepted.last == false
                let style: Palette.Style? = isLast ? (isRefused ? .warning : .inverse) : nil
                return palette.paint(layout.cell(row[column]), style)
            }
            lines.append("│" + cells.joined(separator: "│") + "│")
        }
        return lines + [layout.border(left: "└", joint: "┴", right: "┘")]
    }
}
