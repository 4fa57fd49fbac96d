internal import Platform

/// Tells how commands are used: where that is asked for, and where they were used otherwise.
struct CommandGuide {
    let texts: Texts
    let output: Output

    /// Shows the page of a command.
    func help(on path: [String]) -> ExitReason {
        guard let page = CommandPage.root()?.page(at: path) else { return complain(of: texts.noHelp, in: []) }
        return say(HelpPage(page: page, texts: texts).lines(columns: min(output.proseColumns, 100), output.palette))
    }

    /// Writes what was asked for.
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
    /// - Parameter message: What the argument parser says of it.
    func complain(of message: String, in path: [String]) -> ExitReason {
        let page = CommandPage.root()?.page(at: path)
        let problem = ParserComplaint.text(message, of: page, texts)
        output.note(texts.heading("\(problem); \(seeHelp(path))", output.notePalette))
        return .usage
    }

    func complain(of error: UnknownCommand) -> ExitReason {
        let group = (["gateway"] + error.path).joined(separator: " ")
        let near = error.near.isEmpty ? "" : ": \(texts.didYouMean(error.near))"
        let problem = texts.unknownCommand(error.word.printable, in: group) + near
        output.note(texts.heading("\(problem); \(seeHelp(error.path))", output.notePalette))
        return .usage
    }

    private func seeHelp(_ path: [String]) -> String {
        texts.see(([texts.program] + path + ["--help"]).joined(separator: " "))
    }
}
