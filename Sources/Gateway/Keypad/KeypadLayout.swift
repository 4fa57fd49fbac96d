internal import Platform
internal import Terminal

/// How the parts of the keypad share a terminal: what does not fit is left out, the least needed first.
struct KeypadLayout: Sendable, Hashable {
    private static let widestCell = 9
    private static let narrowestCell = 4
    /// Top border, the line between history and display, the display, the help.
    private static let fixedRows = 4

    /// Whether there is room for lines around everything.
    let hasFrame: Bool
    /// Whether there is room for the keys.
    let hasKeys: Bool
    /// Whether there is room for lines between the rows of keys.
    let hasRules: Bool
    /// How many rows of the history are shown.
    let historyRows: Int
    /// The places of the keys in a row.
    let keyPlaces: Range<Int>
    /// The columns of a key, and of everything between the outer lines.
    private let cellColumns: Int
    private let innerColumns: Int

    init(labels: [[String]], in size: TerminalSize) {
        keyPlaces = 0..<max(1, labels.map(\.count).max() ?? 1)
        let keyColumns = keyPlaces.count
        cellColumns = min(Self.widestCell, (size.columns - 1 - keyColumns) / keyColumns)
        let isWide = cellColumns >= Self.narrowestCell
        hasFrame = isWide && size.rows >= Self.fixedRows + 2
        innerColumns = hasFrame ? keyColumns * cellColumns + keyColumns - 1 : size.columns
        // With a row of the history at least; a rule before each row of keys, and the bottom.
        let room = size.rows - Self.fixedRows
        hasKeys = hasFrame && !labels.isEmpty && room >= labels.count + 3
        hasRules = hasKeys && room >= 2 * labels.count + 4
        let keyRows = hasRules ? 2 * labels.count + 1 : hasKeys ? labels.count + 2 : 1
        historyRows = hasFrame ? room - keyRows : max(0, size.rows - 1)
    }

    /// A sign on the left and a number on the right.
    ///
    /// Of a number that is too wide its end is shown: that is where typing goes on.
    func row(_ sign: String, number: String) -> String {
        let columns = max(1, hasFrame ? innerColumns - 2 : innerColumns)
        let sign = DisplayWidth.truncate(sign.printable, to: min(1, columns - 1))
        let room = max(1, columns - DisplayWidth.of(sign) - 1)
        let number = DisplayWidth.truncateStart(number.printable, to: room)
        let padding = max(0, columns - DisplayWidth.of(sign) - DisplayWidth.of(number))
        return sign + String(repeating: " ", count: padding) + number
    }

    /// A label in the middle of its key.
    func cell(_ label: String) -> String {
        let label = DisplayWidth.truncate(label.printable, to: cellColumns)
        let padding = cellColumns - DisplayWidth.of(label)
        return String(repeating: " ", count: padding / 2) + label
            + String(repeating: " ", count: padding - padding / 2)
    }

    /// A line from side to side.
    ///
    /// - Parameters:
    ///   - joint: Where it meets the line between two keys.
    ///   - note: A word in it, near its right end.
    func border(left: String, joint: String, right: String, note: String = "") -> String {
        let cell = String(repeating: "─", count: cellColumns)
        let line = keyPlaces.map { _ in cell }.joined(separator: joint)
        guard !note.isEmpty, DisplayWidth.of(note) + 4 <= innerColumns else { return left + line + right }
        return left + line.dropLast(DisplayWidth.of(note) + 3) + " \(note) ─" + right
    }
}
