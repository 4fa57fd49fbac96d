internal import Glibc
internal import Platform
internal import Synchronization

/// Asks anyone who sits at the terminal for a line.
package enum TerminalPrompt {
    /// Whether someone is there to read a question and to type an answer.
    package static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// - Parameters:
    ///   - question: Written as it is, to standard error.
    ///   - isHidden: Whether what is typed stays unseen.
    /// - Returns: The line without its end; what was typed before the end of the input, if there is no line.
    /// - Throws: `CancellationError` when the task is cancelled, ``UsageError`` when the terminal cannot be read.
    package static func line(_ question: String, isHidden: Bool = false) async throws -> String {
        write(question)
        guard isHidden else { return try await readLine() }
        return try await HiddenInput.hiding {
            // The line end that was typed was not seen either.
            defer { write("\n") }
            return try await readLine()
        }
    }

    private static func readLine() async throws -> String {
        try await InputReader.withReader { reader in
            var line: [UInt8] = []
            while !line.contains(UInt8(ascii: "\n")) {
                guard case .bytes(let bytes) = try await reader.next() else {
                    try Task.checkCancellation()
                    break
                }
                line += bytes
            }
            return String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }

    private static func write(_ text: String) { StandardStreams.write(text, to: STDERR_FILENO) }
}

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
