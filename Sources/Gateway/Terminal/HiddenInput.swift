internal import Glibc
internal import Synchronization

/// Typing that the terminal does not show.
///
/// There is one terminal, so this is one for the process: whatever ends it can put the terminal back.
enum HiddenInput {
    /// How the terminal was before; `nil` while it is as it was.
    private static let before = Mutex<termios?>(nil)

    /// Hides what is typed for as long as `body` runs, or until a signal ends the process.
    ///
    /// - Throws: ``UsageError`` when the terminal does not allow it, or what `body` threw.
    static func hiding<R: Sendable>(_ body: @escaping @Sendable () async throws -> R) async throws -> R {
        try begin()
        defer { end() }
        return try await TerminalSignals.catching { signals in
            try await withThrowingTaskGroup(of: R?.self) { group in
                group.addTask { try await body() }
                group.addTask {
                    for await number in signals where isFatal(number) {
                        end()
                        signal(number, SIG_DFL)
                        raise(number)
                    }
                    return nil
                }
                defer { group.cancelAll() }
                while let result = try await group.next() {
                    if let result { return result }
                }
                throw CancellationError()
            }
        }
    }

    /// Shows typing again; does nothing if it is shown.
    static func end() {
        before.withLock { before in
            guard var mode = before else { return }
            // What was typed for us is not for the shell.
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode)
            before = nil
        }
    }

    private static func begin() throws(UsageError) {
        try before.withLock { before throws(UsageError) in
            var mode = termios()
            guard tcgetattr(STDIN_FILENO, &mode) == 0 else { throw refusal() }
            before = mode
            mode.c_lflag &= ~tcflag_t(ECHO)
            guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &mode) == 0 else { throw refusal() }
        }
    }

    private static func isFatal(_ number: Int32) -> Bool {
        [SIGTERM, SIGHUP, SIGQUIT].contains(number)
    }

    private static func refusal() -> UsageError {
        UsageError("the terminal cannot hide what is typed: \(SystemError.text(errno))")
    }
}
