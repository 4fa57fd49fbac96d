internal import ArgumentParser
internal import Dispatch
internal import Glibc
internal import Platform
internal import ServiceContexts
internal import Terminal
internal import ZeroMQ

/// The program: reads arguments and environment, runs a command, and ends with what came of it.
@main
enum GatewayProgram {
    // Not asynchronous: what runs tasks opens files of its own before an asynchronous one begins.
    static func main() {
        StandardStreams.reserve()
        // Keys and vendors' secrets.
        ZMQNode.forbidCoreDump()
        // Writing to a pipe that nobody reads is an error like any other, not a death.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGINT) { _ in _exit(ExitReason.interrupted.rawValue) }
        let isText = RawArguments.areText
        Task {
            let status = isText ? await run(CommandLine.arguments, in: .process) : refuseBytes()
            exit(status.rawValue)
        }
        dispatchMain()
    }

    /// What was typed in another encoding would be taken, and stored, as signs for what cannot be read.
    private static func refuseBytes() -> ExitReason {
        let texts = Texts(language: GlobalOptions.language(in: [], .process), program: "gateway")
        let output = Output(.auto, in: .process)
        output.note(texts.heading(texts["not_utf8"], palette: output.notePalette))
        return .usage
    }

    /// Runs the command that the arguments name.
    ///
    /// - Parameter arguments: The program first.
    static func run(_ arguments: [String], in environment: Environment) async -> ExitReason {
        let words = Array(arguments.dropFirst())
        let program = RepeatCommand.quoted(arguments.first ?? "gateway")
        let language = GlobalOptions.language(in: words, environment)
        let guide = CommandGuide(
            root: RootCommand.self,
            texts: Texts(language: language, program: program),
            output: Output(.auto, in: environment)
        )
        do {
            let line = try CommandWords(words, of: RootCommand.self)
            if line.wantsVersion { return guide.say(VersionText.lines) }
            if line.wantsHelp { return guide.help(on: line.path) }
            do {
                let root: any AsyncParsableCommand.Type =
                    words.first == CompletedRoot.question ? CompletedRoot.self : RootCommand.self
                guard let command = try await root.asyncParseAsRoot(line.words) as? any GatewayCommand else {
                    return guide.help(on: line.path)
                }
                let session = Session(Settings(command.global, in: environment), arguments: arguments)
                return await perform(command, in: session)
            } catch {
                guard RootCommand.exitCode(for: error) != .success else {
                    return guide.say([RootCommand.fullMessage(for: error)])
                }
                return guide.complain(of: error, in: line.path)
            }
        } catch {
            return guide.complain(of: error)
        }
    }

    private static func perform(_ command: some GatewayCommand, in session: Session) async -> ExitReason {
        let (status, isInterrupted) = await Interruption.cancelling {
            do {
                let status = try await command.run(in: session)
                // Here and nowhere else, so that no command can forget it, or do it before its output.
                await session.endAnsweredNotes()
                return status
            } catch {
                return await session.report(error)
            }
        }
        if type(of: command).tellsOfOutbox { await session.tellOfOutbox() }
        return isInterrupted ? .interrupted : status
    }
}
