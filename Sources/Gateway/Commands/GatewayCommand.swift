internal import ArgumentParser

/// A command that does something, as opposed to a group of commands.
protocol GatewayCommand: ParsableCommand, Sendable {
    var global: GlobalOptions { get }

    /// Whether people are told at its end that there are unfinished writes.
    static var tellsOfOutbox: Bool { get }

    /// Does it.
    ///
    /// - Returns: What the exit code is to say; failures are thrown.
    func run(in session: Session) async throws -> ExitReason
}

extension GatewayCommand {
    static var tellsOfOutbox: Bool { true }
}
