internal import ArgumentParser
internal import Platform
internal import Terminal

/// Tells how commands are used: where that is asked for, and where they were used otherwise.
struct CommandGuide {
    let root: any ParsableCommand.Type
    let texts: Texts
    let output: Output

    func help(on path: [String]) -> ExitReason {
        guard let page = CommandPage.root(root)?.page(at: path) else { return complain(of: texts["no_help"], in: []) }
        return say(
            HelpPage(page: page, texts: texts).lines(columns: min(output.proseColumns, 100), palette: output.palette)
        )
    }

    func say(_ lines: [String]) -> ExitReason {
        do throws(OutputError) {
            try output.write(lines)
            return .ok
        } catch {
            // A reader that went away early, such as `head`, has read what it wanted.
            return error == .closed ? .ok : .unwritten
        }
    }

    /// Says what is wrong with a command line, in one line.
    ///
    /// - Parameter error: What the argument parser has thrown.
    func complain(of error: any Error, in path: [String]) -> ExitReason {
        let page = CommandPage.root(root)?.page(at: path)
        let line = root.message(for: error).split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
            .joined(separator: " ")
        let problem = ParserComplaint(page: page, texts: texts).text(error)
        return complain(of: problem ?? (line.hasSuffix(".") ? String(line.dropLast()) : line), in: path)
    }

    private func complain(of problem: String, in path: [String]) -> ExitReason {
        let help = texts("see", command: ([texts.program] + path + ["--help"]).joined(separator: " "))
        output.note(texts.heading("\(problem); \(help)", palette: output.notePalette))
        return .usage
    }

    func complain(of error: UnknownCommand) -> ExitReason {
        let group = ([texts.program] + error.path).joined(separator: " ")
        let near = error.near.isEmpty ? "" : ": \(texts.didYouMean(error.near))"
        return complain(of: texts("unknown_command", group: group, word: error.word.printable) + near, in: error.path)
    }
}
