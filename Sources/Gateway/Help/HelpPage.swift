internal import Terminal

/// A page of help for a terminal.
struct HelpPage {
    /// Where what is said of an argument begins.
    private static let indentation = 26

    let page: CommandPage
    let texts: Texts

    /// - Parameter columns: How wide they may be.
    func lines(columns: Int, palette: Palette) -> [String] {
        var lines = WrappedText.lines(texts[page.abstract], columns: columns)
        lines += ["", "\(palette.paint(texts["usage"], .strong)) \(typed(page.usage))"]
        if !page.discussion.isEmpty { lines += [""] + prose(page.discussion, columns: columns) }
        if !page.subcommands.isEmpty {
            lines += title(texts["commands"], palette: palette)
            for command in page.subcommands {
                lines += entry(command.path.last ?? "", text: texts[command.abstract], columns: columns)
            }
        }
        for (section, arguments) in sections {
            lines += title(section, palette: palette)
            for argument in arguments { lines += entry(argument.label, text: texts.about(argument), columns: columns) }
        }
        let examples = CommandExamples.of(page.path)
        if !examples.isEmpty { lines += title(texts["examples"], palette: palette) + examples.map { "  \(typed($0))" } }
        return lines
    }

    /// The arguments under their titles: the command's own first, those of all commands last.
    var sections: [(title: String, arguments: [CommandPage.Argument])] {
        let positional = page.arguments.filter { $0.kind == .positional }
        let own = page.arguments.filter { $0.kind != .positional && $0.section == nil }
        var titles: [String] = []
        for argument in page.arguments {
            if argument.kind != .positional, let title = argument.section, !titles.contains(title) {
                titles.append(title)
            }
        }
        let others = titles.map { title in (texts[title], page.arguments.filter { $0.section == title }) }
        return ([(texts["arguments_title"], positional), (texts["options_title"], own)] + others).filter {
            !$0.1.isEmpty
        }
    }

    /// A discussion; lines that are indented are shown as they are.
    private func prose(_ text: String, columns: Int) -> [String] {
        texts[text].split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.hasPrefix(" ") ? [typed(String(line))] : WrappedText.lines(String(line), columns: columns)
        }
    }

    /// A command line with this program as the reader called it, so that it can be pasted.
    private func typed(_ line: String) -> String {
        line.replacing(/(^|[ (])gateway(?= )/) { "\($0.1)\(texts.program)" }
    }

    private func title(_ text: String, palette: Palette) -> [String] {
        ["", palette.paint("\(text):", .strong)]
    }

    private func entry(_ label: String, text: String, columns: Int) -> [String] {
        let label = "  \(label)"
        let lines = WrappedText.lines(text, columns: max(20, columns - Self.indentation))
        let blank = String(repeating: " ", count: Self.indentation)
        let room = Self.indentation - DisplayWidth.of(label)
        guard room > 1, let first = lines.first else { return [label] + lines.map { blank + $0 } }
        return [label + String(repeating: " ", count: room) + first] + lines.dropFirst().map { blank + $0 }
    }
}

extension Texts {
    /// All that is said of an argument.
    func about(_ argument: CommandPage.Argument) -> String {
        var parts = [argument.abstract, argument.discussion].filter { !$0.isEmpty }.map { self[$0] }
        if !argument.values.isEmpty { parts.append("(\(argument.values.joined(separator: ", ")))") }
        if let value = argument.defaultValue { parts.append(self("default_value", value: value)) }
        return parts.joined(separator: " ")
    }
}
