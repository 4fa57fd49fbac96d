internal import ArgumentParser

/// A command that does something, as opposed to a group of commands.
protocol GatewayCommand: ParsableCommand, Sendable {
    var global: GlobalOptions { get }

    /// Does it.
    ///
    /// - Returns: What the exit code is to say; failures are thrown.
    func run(in session: Session) async throws -> ExitReason
}
