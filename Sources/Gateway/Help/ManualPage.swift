internal import Messages

/// The manual page, in the man macros of roff (man(7)).
struct ManualPage {
    let root: CommandPage
    let texts: Texts

    var lines: [String] {
        var lines = [".TH GATEWAY 1 \"\" \"Jangteo \(ServiceIdentity.suiteVersion)\"", ".SH NAME"]
        lines.append(Self.escaped("gateway - \(texts[root.abstract])"))
        lines += [".SH SYNOPSIS", ".B \(Self.escaped(root.usage))", ".SH DESCRIPTION"] + prose(root.discussion)
        for page in root.all.dropFirst() { lines += section(page) }
        if let leaf = root.all.first(where: \.subcommands.isEmpty) {
            let global = leaf.arguments.filter { $0.section == GlobalOptions.title }
            lines.append(".SH \"\(texts[GlobalOptions.title])\"")
            lines += global.flatMap(entry)
        }
        return lines
    }

    private func section(_ page: CommandPage) -> [String] {
        var lines = [".SH \"\(page.path.joined(separator: " "))\""] + prose(page.abstract)
        lines += [".PP", ".B \(Self.escaped(page.usage))"]
        if !page.discussion.isEmpty { lines += [".PP"] + prose(page.discussion) }
        lines += page.arguments.filter { $0.section != GlobalOptions.title }.flatMap(entry)
        let examples = CommandExamples.of(page.path)
        if !examples.isEmpty {
            lines += [".PP", texts["examples"] + ":", ".nf"] + examples.map(Self.escaped) + [".fi"]
        }
        return lines
    }

    private func entry(_ argument: CommandPage.Argument) -> [String] {
        [".TP", ".B \(Self.escaped(argument.label))"] + prose(texts.about(argument))
    }

    /// A text of the help; empty lines part paragraphs, and indented ones stay as they are.
    private func prose(_ text: String) -> [String] {
        var isLiteral = false
        var lines: [String] = []
        for line in texts[text].split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix(" ") != isLiteral {
                isLiteral.toggle()
                lines.append(isLiteral ? ".nf" : ".fi")
            }
            lines.append(line.isEmpty ? ".PP" : Self.escaped(String(line)))
        }
        return isLiteral ? lines + [".fi"] : lines
    }

    /// A line that roff shows as it is.
    static func escaped(_ line: String) -> String {
        let text = line.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&\(text)" : text
    }
}
