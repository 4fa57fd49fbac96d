internal import ArgumentParser
internal import Dispatch
internal import Glibc
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
        Task {
            let status = await run(CommandLine.arguments, .process)
            exit(status.rawValue)
        }
        dispatchMain()
    }

    /// Runs the command that the arguments name.
    ///
    /// - Parameter arguments: The program first.
    static func run(_ arguments: [String], _ environment: Environment) async -> ExitReason {
        do {
            var command = try RootCommand.parseAsRoot(Array(arguments.dropFirst()))
            guard let command = command as? any GatewayCommand else {
                // A group without a command, or help: says what there is by throwing it.
                try command.run()
                return .ok
            }
            let session = Session(Settings(command.global, environment), arguments: arguments)
            return await perform(command, in: session)
        } catch {
            return explain(error)
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

    /// Writes help where it was asked for, and what is wrong where it was not.
    private static func explain(_ error: any Error) -> ExitReason {
        let status = ExitReason(RootCommand.exitCode(for: error))
        let text = RootCommand.fullMessage(for: error)
        guard status == .ok else {
            Output.note(text)
            return status
        }
        do throws(OutputError) {
            try Output.write(text)
            return status
        } catch {
            // A reader that went away early, such as `head`, has read what it wanted.
            return error == .closed ? status : .unwritten
        }
    }
}
