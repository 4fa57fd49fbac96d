/// Prose in lines of a width, whatever the script.
enum WrappedText {
    /// The lines of a text, broken at blanks; a word that is wider than a line is broken where the line ends.
    ///
    /// - Parameters:
    ///   - text: Its line ends stay; so do empty lines between paragraphs.
    ///   - columns: How wide a line may be.
    static func lines(_ text: String, columns: Int) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }
            .flatMap { paragraph(String($0).printable, columns: max(2, columns)) }
    }

    private static func paragraph(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ") {
            let width = DisplayWidth.of(word)
            if used > 0, used + 1 + width <= columns {
                line += " " + word
                used += 1 + width
                continue
            }
            if used > 0 { lines.append(line) }
            (line, used) = ("", 0)
            for character in word {
                let width = DisplayWidth.of(character)
                if used + width > columns {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line.append(character)
                used += width
            }
        }
        return lines + [line]
    }
}
