internal import ArgumentParser
internal import Platform
internal import Terminal

struct StreamOption: ParsableArguments {
    @Option(
        name: .customLong("stream"),
        help: ArgumentHelp("The name of the stream, such as juice.", valueName: "name")
    )
    var name: String
}

/// The confirmation of what cannot be undone.
struct Confirmation: ParsableArguments {
    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    /// - Throws: ``UsageError`` when it is not given, and nobody can be asked.
    func requireTerminal() throws {
        guard yes || TerminalPrompt.isPossible else {
            throw UsageError("there is no terminal to ask for confirmation: confirm with --yes")
        }
    }

    /// Whether it is given, or is now: by the name of the stream, typed once more.
    func isGiven(for stream: StreamOption, question: String) async throws -> Bool {
        if yes { return true }
        let answer = try await TerminalPrompt.line(question)
        return answer.trimmed == stream.name
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
