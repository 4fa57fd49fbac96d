/// A formula with a caret under the place of its fault.
enum FormulaCaret {
    private static let indentation = 2

    /// Two lines; of a formula that is too wide, the part around the fault.
    ///
    /// - Parameters:
    ///   - position: The place, in Unicode scalars from 0; the length for the end.
    ///   - columns: How wide the lines may be.
    static func lines(_ formula: String, position: Int, columns: Int) -> [String] {
        let scalars = Array(formula.printable.unicodeScalars)
        let place = min(max(0, position), scalars.count)
        let room = max(columns - indentation, 8)
        // More than fit, whatever their widths, and not all of 64 KiB.
        let near = scalars[..<place].suffix(2 * room)
        var before = text(near)
        // The fault itself has to be seen, and a little of what follows.
        let most = max(room / 2, room - DisplayWidth.of(text(scalars[place...].prefix(room))) - 1)
        if near.count < place || DisplayWidth.of(before) > most {
            while DisplayWidth.of(before) > most - 1, !before.isEmpty { before.removeFirst() }
            before = "…" + before
        }
        let width = DisplayWidth.of(before)
        let blanks = String(repeating: " ", count: indentation)
        let shown = DisplayWidth.truncate(before + text(scalars[place...].prefix(2 * room)), to: room)
        return [blanks + shown, blanks + String(repeating: " ", count: width) + "^"]
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }
}
